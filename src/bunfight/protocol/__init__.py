"""Every message between client and server, as frozen msgspec structs.

``client`` and ``server`` hold the live messages, ``http`` the bodies of requests and responses, ``common`` the types
that they share. ``python -m bunfight.protocol.schema`` prints the JSON Schema; docs/protocol.md describes the protocol.
"""

from bunfight.protocol.client import *  # noqa: F403
from bunfight.protocol.common import *  # noqa: F403
from bunfight.protocol.http import *  # noqa: F403
from bunfight.protocol.server import *  # noqa: F403
