"""The terminal table: every game full screen in characters, on top of views, words and pointing.

What is drawn (``canvas``, ``boards``), said (``menu``, ``say``) and who sits there (``sitting``, ``online``) know
nothing of the library that shows them; ``app``, ``table``, ``home`` and the other screens do.
"""
