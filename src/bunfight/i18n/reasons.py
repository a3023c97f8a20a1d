"""Says in words why a file, a connection or a text could not be used, instead of error numbers."""

from __future__ import annotations

import errno
import re
from collections.abc import Mapping
from typing import Final

from bunfight.i18n import languages

KEYS: Final = {
    errno.ENOENT: "os_missing",
    errno.EACCES: "os_denied",
    errno.EPERM: "os_denied",
    errno.EISDIR: "os_folder",
    errno.ENOTDIR: "os_not_folder",
    errno.EEXIST: "os_exists",
    errno.ENOSPC: "os_full",
    errno.EROFS: "os_read_only",
    errno.ECONNREFUSED: "os_refused",
    errno.ECONNRESET: "os_reset",
    errno.ETIMEDOUT: "os_timeout",
    errno.EADDRINUSE: "os_port",
    errno.ENAMETOOLONG: "os_long_name",
}
NUMBER: Final = re.compile(r"\[(Errno|WinError) -?\d+\] ")


def reason(error: Exception, language: str, messages: Mapping[str, Mapping[str, str]], name: bool = True) -> str:
    """An exception of the system as a phrase; with ``name``, it starts with the file that it is about."""
    if isinstance(error, UnicodeDecodeError):
        return languages.text(messages["os_not_text"], language)
    if not isinstance(error, OSError):
        return NUMBER.sub("", str(error))
    key = KEYS.get(error.errno or 0)
    if type(error).__name__ == "gaierror":  # of the module socket, which tables must not import
        key = "os_unknown_host"
    elif isinstance(error, TimeoutError):  # those of sockets have no number
        key = "os_timeout"
    text = NUMBER.sub("", error.strerror or str(error)) if key is None else languages.text(messages[key], language)
    if not name or error.filename is None:
        return text
    return languages.text(messages["located"], language).format(where=error.filename, text=text)
