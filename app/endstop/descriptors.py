"""The numbers of the standard streams, before any file can get them."""

import os


def keep_numbers() -> None:
    """Open what is closed of the descriptors 0 to 2 on nothing.

    Else the next file gets the number, and what a library or a child prints lands in it. Python's
    own streams of a descriptor that was closed stay None.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
