"""Every route of the app that Gradio makes around the page: what for, or that it is closed."""

from collections.abc import Iterable, Iterator
from typing import Any

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND")

OPEN = {
    ("GET", "/"): "the page",
    ("HEAD", "/"): "Gradio looks at the start whether the page is there",
    ("GET", "/config"): "what is on the page, for clients without a browser",
    ("GET", "/theme.css"): "colours",
    ("GET", "/favicon.ico"): "the picture of the tab",
    ("GET", "/manifest.json"): "the page names it; holds the title",
    ("GET", "/robots.txt"): "for search engines",
    ("GET", "/assets/{path:path}"): "Gradio's scripts",
    ("GET", "/static/{path:path}"): "Gradio's fonts and pictures",
    ("GET", "/export"): "the model of the link as a zip; tests/ui/test_export.py",
    ("HEAD", "/export"): "comes with GET",
    ("GET", "/health"): "counts, no names",
    ("HEAD", "/health"): "comes with GET",
    ("GET", "/gradio_api/info"): "read by clients in Python; the page has no public function",
    ("GET", "/gradio_api/app_id"): "asked after a lost connection: a number of this process",
    ("GET", "/gradio_api/startup-events"): "Gradio asks it once itself; later it does nothing",
    ("POST", "/gradio_api/queue/join"): "an event of the page; test_calls.py, test_random_calls.py",
    ("GET", "/gradio_api/queue/data"): "its answers; test_sessions.py",
    ("GET", "/gradio_api/heartbeat/{session_hash}"): "a page that is open; test_sessions.py",
}
"""Method and path -> who needs it."""

CLOSED = {
    "/config/": "a second name of /config",
    "/svelte/{path:path}": "for components of others",
    "/login": "there are no accounts",
    "/login/": "as above",
    "/logout": "as above",
    "/gradio_api/user": "as above",
    "/gradio_api/user/": "as above",
    "/gradio_api/login_check": "as above",
    "/gradio_api/login_check/": "as above",
    "/gradio_api/token": "as above",
    "/gradio_api/token/": "as above",
    "/openapi.json": "tells all routes",
    "/gradio_api/openapi.json": "as above",
    "/gradio_api/info/": "a second name of /gradio_api/info",
    "/gradio_api/deep_link": "writes what a visitor's page holds into a file, for anybody",
    "/gradio_api/app_id/": "a second name of /gradio_api/app_id",
    "/gradio_api/dev/reload": "for developers",
    "/gradio_api/runs": "what was run",
    "/gradio_api/runs/": "as above",
    "/gradio_api/run-history/connect": "as above",
    "/gradio_api/run-history/buckets": "as above",
    "/gradio_api/run-history/records": "as above",
    "/gradio_api/run-history/records/{endpoint}/{record_id}/assets/{asset_id}": "as above",
    "/monitoring": "who uses what",
    "/monitoring/summary": "as above",
    "/monitoring/{key}": "as above",
    "/pwa_icon": "the page cannot be installed",
    "/pwa_icon/{size}": "as above",
    "/gradio_api/custom_component/{id}/{environment}/{type}/{file_name}": "there are none",
    "/gradio_api/component_server": "no component has functions of its own",
    "/gradio_api/component_server/": "as above",
    "/gradio_api/proxy={url_path:path}": "asks other hosts for anybody",
    "/gradio_api/file={path_or_url:path}": "files of the server, and of any public host",
    "/gradio_api/file/{path:path}": "as above",
    "/gradio_api/upload": "the page takes no files; it would tell a path of the server",
    "/gradio_api/upload_progress": "as above",
    "/gradio_api/process_recording": "as above; runs a program on them",
    "/gradio_api/stream/{event_id}": "no component streams sound or pictures",
    "/gradio_api/stream/{event_id}/close": "as above",
    "/gradio_api/stream/{session_hash}/{run}/{component_id}/playlist.m3u8": "as above",
    "/gradio_api/stream/{session_hash}/{run}/{component_id}/{segment_id}.{ext}": "as above",
    "/gradio_api/stream/{session_hash}/{run}/{component_id}/playlist-file": "as above",
    "/gradio_api/reset": "does nothing",
    "/gradio_api/reset/": "as above",
    "/gradio_api/cancel": "ends an event of any session; the page stops its texts itself",
    "/gradio_api/run/{api_name}": "a call past the queue",
    "/gradio_api/run/{api_name}/": "as above",
    "/gradio_api/api/{api_name}": "as above",
    "/gradio_api/api/{api_name}/": "as above",
    "/gradio_api/call/{api_name}": "for public functions",
    "/gradio_api/call/{api_name}/": "as above",
    "/gradio_api/call/v2/{api_name}": "as above",
    "/gradio_api/call/v2/{api_name}/": "as above",
    "/gradio_api/call/{api_name}/{event_id}": "as above",
    "/gradio_api/call/v2/{api_name}/{event_id}": "as above",
    "/gradio_api/queue/status": "nobody asks it",
    "/gradio_api/theme.css": "a second name of /theme.css",
    "/gradio_api/vibe-edit": "changes the program",
    "/gradio_api/vibe-edit/": "as above",
    "/gradio_api/undo-vibe-edit": "as above",
    "/gradio_api/undo-vibe-edit/": "as above",
    "/gradio_api/vibe-code": "as above",
    "/gradio_api/vibe-code/": "as above",
    "/gradio_api/vibe-starter-queries": "as above",
    "/gradio_api/vibe-starter-queries/": "as above",
}
"""Path -> what it would be good or bad for; whatever the method, the answer is 404."""

NAMED_ELSEWHERE = (
    "/docs",
    "/redoc",
    "/gradio_api/mcp",
    "/gradio_api/mcp/sse",
    "/gradio_api/mcp/schema",
    "/gradio_api/profiling/traces",
    "/gradio_api/profiling/clear",
    "/agents.md",
    "/gradio_api/agents.md",
    "/gradio_api/predict",
    "/api/predict",
    "/run/predict",
    "/queue/join",
    "/file=README.md",
    "/upload",
    "/.git/config",
    "/.env",
)
"""Paths that other settings, other versions of Gradio or other servers have; 404 too."""


def routes_of(routes: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Method and path of each route, those of included routers too."""
    for route in routes:
        if hasattr(route, "original_router"):
            yield from routes_of(route.original_router.routes)
        elif getattr(route, "methods", None):
            yield from ((method, route.path) for method in route.methods)


def filled(path: str) -> str:
    """A path with something in its gaps."""
    while "{" in path:
        before, _, rest = path.partition("{")
        path = before + "1" + rest.partition("}")[2]
    return path
