"""What MkDocs does besides: adds the games' pages, and sees to links that lead out of the documentation."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))

from game_pages import game_files

OUTSIDE = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+(?:src|examples|benchmarks|tests|core|README)[^)]*)\)")


def on_files(files: Files, config: Any) -> Files:
    """The games' pages, made now from the games."""
    for path, content in game_files().items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, config: Any, **_: Any) -> str:
    """Links to the repository's own files lead there where the site says where it is, and are plain names else.

    Links to a game's rules lead to its whole page, which only the site has.
    """

    def leave(found: re.Match[str]) -> str:
        name, target = found[1], re.sub(r"^(\.\./)+", "", found[2])
        if config["repo_url"]:
            return f"[{name}]({config['repo_url'].rstrip('/')}/blob/main/{target})"
        return name if name.startswith("`") else f"{name} (`{target}`)" if name != target else f"`{target}`"

    # Commands that are not run in the tests are `console` there; a reader sees them coloured like those that are.
    markdown = re.sub(r"^( *)```console\n(?! *\$ )", r"\1```sh\n", markdown, flags=re.MULTILINE)
    inside = re.sub(r"\]\(((?:\.\./)*)rules/", r"](\1games/", OUTSIDE.sub(leave, markdown))
    return inside.replace("](rules)", "](games/index.md)")


def on_page_content(html: str, **_: Any) -> str:
    """Docstrings announce an example with two colons, as reStructuredText does."""
    return html.replace("::</p>", ":</p>")
