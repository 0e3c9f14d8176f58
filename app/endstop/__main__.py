"""`python -m endstop` is the `endstop` command."""

import sys

from endstop.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
