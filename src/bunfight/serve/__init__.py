"""The table server: Starlette on uvicorn, msgspec on the wire, SQLite below."""
