"""The Python of a page of documentation, to be run as it stands."""

import re


def programs(page):
    """The page's programs, in order."""
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def run(page, program, names=None):
    """Run one of them; `names` is what an earlier one has left."""
    exec(compile(program, str(page), "exec"), {"__name__": "page"} if names is None else names)
