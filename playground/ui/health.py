"""Whether this server writes texts, for whoever watches it: a balancer, a Space, a teacher."""

from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.serving.engine.interface import Engine

HEALTH_PATH = "/health"


def health_route(engine: Engine) -> Route:
    """Answers with the engine's counts: 200 while it is healthy, 503 while it is not."""

    async def answer(request: Request) -> Response:  # and needs no thread, which others may hold
        healthy = engine.is_healthy()
        content = {"healthy": healthy, **asdict(engine.stats())}
        return JSONResponse(content, status_code=200 if healthy else 503)

    return Route(HEALTH_PATH, answer)
