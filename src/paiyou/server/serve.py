"""Runs the server: binds a port, prints the page's URL, opens it where asked to, and serves until stopped."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import math
import socket
import sys
import webbrowser
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from paiyou.server.http.app import create_app
from paiyou.server.http.connections import connections_within
from paiyou.server.http.limits import Limits
from paiyou.server.settings import Settings
from paiyou.server.sizes import MOST_CHARACTERS

LOCAL = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
USUAL_PORT = 8080
MOST_FRAME = 4 * MOST_CHARACTERS
"""Bytes of a frame that are read at all; messages above the protocol's limit but below this get an error message."""
SWITCH_SECONDS = 0.0005
"""The event loop releases the GIL with every write to a socket, and gets it back from the thread that stores actions
only after this switch interval: at the usual 5 ms some twenty writes of one round would take a tenth of a second."""
COLLECT_AFTER = (10_000, 10, 20)
"""Thresholds of the garbage collector's three generations: a full collection with a thousand tables blocks the event
loop for a tenth of a second and more, and few of the objects are garbage."""
STOP_SECONDS = 5
"""For responses that are under way when the server is stopped."""
MOST_DESCRIPTORS = 65_536
"""Files and connections at once, where the system has no limit of its own."""
SPARE_DESCRIPTORS = 100
"""For the database, the workers' pipes and the page's files."""


def serve(
    settings: Settings, *, host: str = LOCAL, port: int = USUAL_PORT, any_port: bool = False,
    say: Callable[[str], None] = print, page: str | None = None,
) -> None:  # fmt: skip
    """Serve until stopped; `page` is what to open in a browser, such as `"#game=gongzhu"`."""
    listening = bind(host, port, any_port=any_port)
    taken = listening.getsockname()[1]
    address = url(LOCAL if host in EVERYWHERE else host, taken)
    outside = network_address() if host in EVERYWHERE else None
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*COLLECT_AFTER)
    config = config_of(create_app(settings), settings.limits)
    server = uvicorn.Server(config)

    async def run() -> None:
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if server.started:
            gc.collect()
            gc.freeze()  # all objects so far stay for good, and need not be collected
            say(f"The table is set: {address}   (Ctrl+C to stop)")
            if outside is not None:
                say(f"For others on your network: {url(outside, taken)}   (invite from there)")
            if page is not None:
                await asyncio.to_thread(webbrowser.open, address + page)
        await serving

    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())


def config_of(app: ASGIApp, limits: Limits) -> uvicorn.Config:
    """How an application is served within limits."""
    return uvicorn.Config(
        app, log_level="warning", access_log=False, ws_max_size=MOST_FRAME, server_header=False,
        # Uvicorn would trust X-Forwarded-For from this machine; `Limits.forwarded` is for proxies.
        proxy_headers=False,
        # Some kilobytes a second are not worth the time to compress them, nor the memory for each connection.
        ws_per_message_deflate=False,
        timeout_keep_alive=math.ceil(limits.keep_alive_seconds), timeout_graceful_shutdown=STOP_SECONDS,
        **connections_within(limits, descriptors() - SPARE_DESCRIPTORS),
    )  # fmt: skip


def descriptors() -> int:
    """How many files and connections this process may have open, after raising its limit as far as it may."""
    try:
        import resource
    except ImportError:  # Windows, where there is no such limit
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return soft


def url(host: str, port: int) -> str:
    """The page's address."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def network_address() -> str | None:
    """The address of this machine on its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Nothing is sent: connecting a UDP socket only chooses the source address.
            asking.connect(("192.0.2.1", 9))
            address = str(asking.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def bind(host: str, port: int, *, any_port: bool = False) -> socket.socket:
    """A socket to listen on; with `any_port` another port where this one is taken."""
    if not 0 <= port <= 65535:
        raise ValueError(f"port must be 0 to 65535, not {port}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        if any_port and port != 0:
            return bind(host, 0)
        raise ValueError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; name another --port"
        ) from None
    return listening
