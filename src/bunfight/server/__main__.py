"""``python -m bunfight.server``: the same as ``bunfight serve``."""

import sys

from bunfight.server import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
