"""Random but plausible values for slips: companies, people, goods, numbers and dates.

Some names are invented syllables, so that a reader has to look at the page and cannot only remember
the word lists.
"""

from __future__ import annotations

import random
import string
from dataclasses import dataclass


def listed(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


FIRST_COMPANY_WORDS = listed(
    """Blue Red Green North South East West Silver Golden Bright Clear Swift Quiet Grand Royal Prime
    Urban Alpine Ocean River Forest Stone Iron Copper Maple Cedar Willow Summit Harbor Valley Meadow
    Sunny Lunar Solar Vivid Crown Falcon Eagle Tiger Lotus Amber Ivory Onyx Pearl Ruby Delta Omega
    Nova Apex Zenith Orbit Pixel Quartz Vertex Kestrel Juniper Hazel Jasper Yonder Fox"""
)
SECOND_COMPANY_WORDS = listed(
    """Supply Trading Works Market Foods Tools Books Paper Garden Studio Media Systems Logistics
    Motors Textile Bakery Coffee Hardware Glass Energy Design Print Travel Dental Optics Farm
    Kitchen Labs Audio Sports Quilts Jewels Wharf Forge Mill Exports"""
)
LEGAL_FORMS = ("Ltd", "Inc", "LLC", "Co", "GmbH", "Group")
FIRST_NAMES = listed(
    """Anna Ben Carla David Emma Frank Grace Hugo Iris Jack Karen Liam Maria Nina Oscar Paula Quinn
    Rosa Sam Tina Uma Victor Wendy Xavier Yara Zoe Adam Bella Chris Diana Erik Fiona George Helen
    Ivan Julia Kevin Laura Mark Nora Otto Petra"""
)
LAST_NAMES = listed(
    """Adams Brown Clark Davis Evans Fisher Green Hill Irwin Jones King Lopez Meyer Novak Olsen
    Parker Quist Reed Smith Turner Unger Vance White Xu Young Zhang Baker Cooper Dixon Ellis Ford
    Gray Hayes Jensen Kelly Lange Moore Nash Ortiz Price Ross Scott Tanaka Weber"""
)
GOODS_ADJECTIVES = listed(
    """Blue Red Green Black White Large Small Steel Wood Glass Paper Cotton Plastic Heavy Light
    Round Flat Long Short Soft Hard Extra Mini Jumbo Fresh Dried Hot Cold Used New"""
)
GOODS = listed(
    """Pen Notebook Lamp Chair Desk Cable Mouse Bolt Nut Screw Hammer Brush Paint Tape Rope Box Bag
    Cup Plate Bowl Fork Knife Spoon Towel Soap Candle Clock Frame Shelf Hook Tea Coffee Bread Apple
    Juice Flour Sugar Filter Valve Pump Hose Drill Glove Jacket Shirt Mug Quilt Vase Zipper
    Key"""
)
CURRENCIES = ("USD", "EUR", "GBP", "CHF", "JPY", "CAD", "AUD", "SEK", "NOK", "PLN")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
CONSONANTS = "bcdfghjklmnpqrstvwxyz"
VOWELS = "aeiou"
NUMBER_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"

KNOWN_WORDS = frozenset(
    FIRST_COMPANY_WORDS
    + SECOND_COMPANY_WORDS
    + LEGAL_FORMS
    + FIRST_NAMES
    + LAST_NAMES
    + GOODS_ADJECTIVES
    + GOODS
    + ("&", "Sons")
)

SCALAR_KEYS = ("vendor", "invoice_number", "date", "customer", "currency", "tax", "total")
ITEM_KEYS = ("description", "quantity", "amount")
NUMBER_KEYS = frozenset({"tax", "total", "quantity", "amount"})


@dataclass(frozen=True, slots=True)
class Item:
    """One line of goods; every value is the text as printed."""

    description: str
    quantity: str
    amount: str

    def value(self, key: str) -> str:
        """Return the printed text of one of ``ITEM_KEYS``."""
        return str(getattr(self, key))


@dataclass(frozen=True, slots=True)
class Slip:
    """What a page says: printed scalars by key (absent ones have none), and items."""

    fields: dict[str, str]
    items: tuple[Item, ...]


def random_slip(random_source: random.Random) -> Slip:
    """Return a slip with zero to three items; now and then a scalar field is missing."""
    frequent = ("vendor", "invoice_number", "date", "total")
    makers = {
        "vendor": company,
        "invoice_number": invoice_number,
        "date": printed_date,
        "customer": customer,
        "currency": lambda source: source.choice(CURRENCIES),
        "tax": amount,
        "total": large_amount,
    }
    fields = {
        key: makers[key](random_source)
        for key in SCALAR_KEYS
        if random_source.random() < (0.97 if key in frequent else 0.85)
    }
    item_count = random_source.choice((0, 1, 2, 2, 3, 3))
    return Slip(fields, tuple(random_item(random_source) for _ in range(item_count)))


def has_only_known_words(slip: Slip) -> bool:
    """Return whether no name on the slip has a word that is invented or cut off."""
    names = [slip.fields.get("vendor", ""), slip.fields.get("customer", "")]
    names += [item.description for item in slip.items]
    return set(" ".join(names).split()) <= KNOWN_WORDS


def invented_word(random_source: random.Random) -> str:
    """Return a capitalised word of three to eight letters made of one to three syllables."""
    letters = ""
    for _ in range(random_source.choice((1, 2, 2, 3))):
        letters += random_source.choice(CONSONANTS) + random_source.choice(VOWELS)
        if random_source.random() < 0.4:
            letters += random_source.choice(CONSONANTS)
    if len(letters) < 3:
        letters += random_source.choice(CONSONANTS)
    return letters[:8].capitalize()


def word(random_source: random.Random, known: tuple[str, ...], invented: float = 0.125) -> str:
    """Return a word of the list, or an invented one with the given probability."""
    if random_source.random() < invented:
        return invented_word(random_source)
    return random_source.choice(known)


def company(random_source: random.Random) -> str:
    """Return a company's name of at most 20 characters."""
    kind = random_source.random()
    first = word(random_source, FIRST_COMPANY_WORDS)
    if kind < 0.12:
        name = f"{first} & {word(random_source, FIRST_COMPANY_WORDS)}"
    elif kind < 0.2:
        name = f"{word(random_source, LAST_NAMES)} & Sons"
    else:
        name = f"{first} {word(random_source, SECOND_COMPANY_WORDS, 0.05)}"
    if random_source.random() < 0.35:
        longer = f"{name} {random_source.choice(LEGAL_FORMS)}"
        if len(longer) <= 18:
            name = longer
    return name[:20].strip()


def customer(random_source: random.Random) -> str:
    """Return a person's or, one time in four, a company's name of at most 17 characters."""
    if random_source.random() < 0.25:
        return company(random_source)[:17].strip()
    name = f"{word(random_source, FIRST_NAMES)} {word(random_source, LAST_NAMES)}"
    return name[:17].strip()


def digits(random_source: random.Random, count: int) -> str:
    """Return ``count`` random decimal digits."""
    return "".join(random_source.choice(string.digits) for _ in range(count))


def invoice_number(random_source: random.Random) -> str:
    """Return an invoice number in one of seven usual shapes."""
    letter = random_source.choice(NUMBER_LETTERS)
    shapes = (
        lambda: "INV-" + digits(random_source, random_source.choice((4, 5, 6))),
        lambda: f"{digits(random_source, 4)}-{digits(random_source, 3)}",
        lambda: f"{letter}{random_source.choice(NUMBER_LETTERS)}-{digits(random_source, 4)}",
        lambda: digits(random_source, random_source.choice((5, 6, 7, 8))),
        lambda: letter + digits(random_source, 5),
        lambda: "INV" + digits(random_source, 5),
        lambda: f"20{digits(random_source, 2)}/{digits(random_source, 4)}",
    )
    return random_source.choice(shapes)()


def printed_date(random_source: random.Random) -> str:
    """Return a date as ``2024-03-09`` (half of them), ``09/03/2024`` or ``9 Mar 2024``."""
    year = random_source.randint(2015, 2029)
    month = random_source.randint(1, 12)
    day = random_source.randint(1, 28)
    shape = random_source.randrange(4)
    if shape < 2:
        return f"{year}-{month:02d}-{day:02d}"
    if shape == 2:
        return f"{day:02d}/{month:02d}/{year}"
    return f"{day} {MONTHS[month - 1]} {year}"


def amount(random_source: random.Random) -> str:
    """Return an amount below 1000 with two decimals, often a usual price ending."""
    return money(random_source, 999 if random_source.random() < 0.6 else 99)


def large_amount(random_source: random.Random) -> str:
    """Return an amount of which half are drawn below 10000."""
    if random_source.random() < 0.5:
        return money(random_source, 9999)
    return amount(random_source)


def money(random_source: random.Random, largest: int) -> str:
    """Return a whole part from 1 to ``largest`` and two decimals."""
    usual = random_source.choice((None, None, 0, 50, 99, 25, 75))
    cents = random_source.randrange(100) if usual is None else usual
    return f"{random_source.randint(1, largest)}.{cents:02d}"


def random_item(random_source: random.Random) -> Item:
    """Return one line of goods; the description has at most 13 characters."""
    description = word(random_source, GOODS, 0.1)
    if random_source.random() < 0.6 and len(description) < 8:
        description = f"{word(random_source, GOODS_ADJECTIVES, 0.05)} {description}"
    usual = (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, random_source.randint(1, 99))
    quantity = str(random_source.choice(usual))
    return Item(description[:13].strip(), quantity, amount(random_source))
