"""``python -m bunfight.serve``: the same as ``bunfight serve``."""

import sys

from bunfight.serve import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
