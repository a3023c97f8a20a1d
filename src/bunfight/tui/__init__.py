"""The terminal interface: every game full screen in characters.

``canvas``, ``boards``, ``menu``, ``presenter``, ``session`` and ``online`` do not depend on Textual; the screens
(``app``, ``table``, ``home`` and others) do.
"""
