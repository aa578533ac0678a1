"""`python -m spades`."""

import sys

from spades.cli import main

if __name__ == "__main__":
    sys.exit(main())
