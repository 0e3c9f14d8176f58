"""Chat templates that do not end, fill the memory, or try to get out."""

from tests.hostile.case import Case, replaced
from tests.support.folders import CHATML

_TEMPLATES = {
    "loops": "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
    "asks for 10 GB at once": "{{ 'x' * 10 ** 10 }}",
    "doubles a text": (
        "{% set n = namespace(s='x') %}"
        "{% for i in range(40) %}{% set n.s = n.s ~ n.s %}{% endfor %}{{ n.s }}"
    ),
    "keeps many texts": (
        "{% set n = namespace(l=[]) %}{% for i in range(90000) %}"
        "{% set n.l = n.l + ['x' * 100000 ~ i] %}{% endfor %}"
    ),
    "calls itself": "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "counts to a giant number": "{{ (3 ** 400000000) % 7 }}",
    "raises": "{{ raise_exception('no ' * 1000000) }}",
    "includes itself": "{% include 'chat_template.jinja' %}" + CHATML,
    "reaches for Python": (
        "{{ ''.__class__.__mro__[1].__subclasses__() }}{{ cycler.__init__.__globals__.os }}"
    ),
    "is nested deeply": "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    "writes a giant prompt": CHATML.replace("{{ m.content }}", "{{ 'word ' * 20000000 }}"),
    "holds half a character": CHATML + "\ud800",
}

CASES = tuple(
    Case(f"a template that {what}", replaced("chat_template.jinja", template))
    for what, template in _TEMPLATES.items()
)
