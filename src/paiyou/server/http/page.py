"""The page's static files, at every path that no route has.

A mount at `/` would also match an API path with a wrong method, and answer with the methods of files: here routes come
first, and what begins with `/api` is never a file.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

INDEX, WORKER = "index.html", "sw.js"


def service_worker(folder: Path) -> str:
    """The service worker's source after the list of files it caches, and a version that changes with any of them."""
    return _service_worker(folder, max(path.stat().st_mtime_ns for path in (folder, *folder.iterdir())))


@lru_cache(maxsize=4)
def _service_worker(folder: Path, changed: int) -> str:
    """Cached until the folder changes: hashing all files for every request would block the event loop."""
    del changed
    paths = sorted(path for path in folder.iterdir() if path.is_file() and path.name not in (WORKER, INDEX))
    digest = sha256()
    for path in (*paths, folder / INDEX, folder / WORKER):
        digest.update(path.name.encode() + path.read_bytes())
    kept = json.dumps(["/", *(f"/{path.name}" for path in paths)])
    text = (folder / WORKER).read_text(encoding="utf-8")
    return f'self.VERSION = "{digest.hexdigest()[:16]}";\nself.FILES = {kept};\n{text}'


def serve_page(app: FastAPI, folder: Path) -> None:
    """Serve a folder's files where no route of the application matches."""
    files, nothing = StaticFiles(directory=folder, html=True), app.router.not_found

    async def fallback(scope: Scope, receive: Receive, send: Send) -> None:
        is_file = scope["type"] == "http" and not (scope["path"] + "/").startswith("/api/")
        reads = is_file and scope["method"] in ("GET", "HEAD")
        if reads and scope["path"] == f"/{WORKER}" and (folder / WORKER).is_file():
            await Response(service_worker(folder), media_type="text/javascript")(scope, receive, send)
            return
        await (files if is_file else nothing)(scope, receive, send)

    app.router.default = fallback
