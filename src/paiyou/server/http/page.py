"""The page's files, at every address that no route has.

A mount at `/` would also take an API address asked with a wrong method, and tell the methods of files: here routes come
first, and what begins with `/api` is never a file.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send


def serve_page(app: FastAPI, folder: Path) -> None:
    """Let an application answer with a folder's files where it has nothing else."""
    files, nothing = StaticFiles(directory=folder, html=True), app.router.not_found

    async def otherwise(scope: Scope, receive: Receive, send: Send) -> None:
        is_file = scope["type"] == "http" and not (scope["path"] + "/").startswith("/api/")
        await (files if is_file else nothing)(scope, receive, send)

    app.router.default = otherwise
