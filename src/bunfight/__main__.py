"""``python -m bunfight``."""

import sys

from bunfight.cli import main

sys.exit(main())
