"""The API's documentation as one plain page, made from the OpenAPI description: `/api/docs`.

FastAPI's own page loads its scripts from elsewhere, which our Content-Security-Policy forbids, and works only online.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2.5rem 0 .5rem; } h2 code { font-size: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9rem; }
pre { padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { border: 1px solid #8885; border-radius: .4rem; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid #8883; }
.method { font-weight: 700; margin-right: .5rem; }
"""

Json = Mapping[str, Any]


def docs_router() -> APIRouter:
    """The page and its style sheet."""
    router = APIRouter(prefix="/api", include_in_schema=False)

    @router.get("/docs")
    async def docs(request: Request) -> HTMLResponse:
        return HTMLResponse(docs_html(request.app.openapi()))

    @router.get("/docs.css")
    async def style() -> Response:
        return Response(STYLE, media_type="text/css")

    return router


def docs_html(description: Json) -> str:
    """The page for an OpenAPI description."""
    title = escape(description["info"]["title"])
    routes = [
        (path, method, route) for path, methods in description["paths"].items() for method, route in methods.items()
    ]
    schemas: Json = description.get("components", {}).get("schemas", {})
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{title}: API</title>\n<link rel="stylesheet" href="/api/docs.css">\n</head>\n<body>\n<main>',
            f"<h1>{title}: API</h1>",
            f"<p>{escape(description['info'].get('description', ''))}</p>",
            '<p>For programs: <a href="/api/openapi.json">openapi.json</a>. Bodies and answers are JSON; an error is',
            "an object with <code>code</code> and <code>message</code>. Games are played over a WebSocket,",
            "<code>/api/rooms/{room}/socket</code>; docs/table.md has its messages.</p>",
            "<nav><ul>",
            *(f'<li><a href="#{_anchor(path, method)}">{_name(path, method)}</a></li>' for path, method, _ in routes),
            "</ul></nav>",
            *(line for path, method, route in routes for line in _route(path, method, route, schemas)),
            "<h1>Objects</h1>",
            *(line for name, schema in schemas.items() for line in _schema(name, schema)),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _anchor(path: str, method: str) -> str:
    return escape(f"{method}{path}".replace("/", "-").replace("{", "").replace("}", ""), quote=True)


def _name(path: str, method: str) -> str:
    return f'<span class="method">{escape(method.upper())}</span><code>{escape(path)}</code>'


def _route(path: str, method: str, route: Json, schemas: Json) -> Iterator[str]:
    yield f'<section>\n<h2 id="{_anchor(path, method)}">{_name(path, method)} {escape(route.get("summary", ""))}</h2>'
    yield f"<p>{escape(route.get('description', ''))}</p>"
    body = route.get("requestBody")
    if body:
        schema = body["content"]["application/json"]["schema"]
        yield f"<p>Body: {_type(schema)}</p>"
        yield from _example(schema, schemas)
    yield "<table>\n<tr><th>Status</th><th>Answer</th><th>Meaning</th></tr>"
    for status, answer in route["responses"].items():
        content = answer.get("content", {}).get("application/json", {}).get("schema", {})
        meaning = "" if status.startswith("2") else escape(answer["description"])
        yield f"<tr><td>{escape(status)}</td><td>{_type(content)}</td><td>{meaning}</td></tr>"
    yield "</table>"
    for status, answer in route["responses"].items():
        if status.startswith("2"):
            yield from _example(answer.get("content", {}).get("application/json", {}).get("schema", {}), schemas)
    yield "</section>"


def _example(schema: Json, schemas: Json) -> Iterator[str]:
    for example in _resolved(schema, schemas).get("examples", []):
        yield f"<pre>{escape(json.dumps(example, ensure_ascii=False))}</pre>"


def _resolved(schema: Json, schemas: Json) -> Json:
    found: Json = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
    return found


def _schema(name: str, schema: Json) -> Iterator[str]:
    yield f'<section>\n<h2 id="{escape(name, quote=True)}">{escape(name)}</h2>'
    yield f"<p>{escape(schema.get('description', ''))}</p>"
    required = schema.get("required", [])
    yield "<table>\n<tr><th>Field</th><th>Kind</th><th></th></tr>"
    for field, kind in schema.get("properties", {}).items():
        optional = "" if field in required else " (may be left out)"
        yield (
            f"<tr><td><code>{escape(field)}</code></td><td>{_type(kind)}{optional}</td>"
            f"<td>{escape(kind.get('description', ''))}</td></tr>"
        )
    yield "</table>\n</section>"


def _type(schema: Json) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2], quote=True)
        return f'<a href="#{name}">{name}</a>'
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " or ".join(_type(part) for part in schema[union])
    if "const" in schema:
        return f"<code>{escape(json.dumps(schema['const']))}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
        return f"list{_bounds(schema, 'minItems', 'maxItems')}: {_type(schema.get('items', {}))}"
    words = {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "<code>null</code>"}
    bounds = _bounds(schema, "minLength", "maxLength") + _bounds(schema, "minimum", "maximum")
    return words.get(kind, escape(kind)) + bounds


def _bounds(schema: Json, least: str, most: str) -> str:
    low, high = (None if schema.get(name) is None else int(schema[name]) for name in (least, most))
    if high is not None and high >= 2**53:
        return ", at most 64 bits" if low is None or low < 0 else f", at least {low:,}"
    if low is None:
        return "" if high is None else f", at most {high:,}"
    return f", at least {low:,}" if high is None else f", {low:,} to {high:,}"
