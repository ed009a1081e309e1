"""What whoever watches the server is told."""

from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.serving.engine.local import local_engine
from playground.serving.models import ModelStore
from playground.ui.health import HEALTH_PATH, health_route


def test_health_is_200_with_counts_and_503_when_nothing_is_written() -> None:
    engine = local_engine(ModelStore())
    visitor = TestClient(Starlette(routes=[health_route(engine)]))
    answer = visitor.get(HEALTH_PATH)
    assert answer.status_code == 200
    assert answer.json() == {
        "healthy": True,
        "active": 0,
        "waiting": 0,
        "tokens": 0,
        "finished": 0,
        "cancelled": 0,
        "refused": 0,
        "failed": 0,
    }
    engine.close()
    answer = visitor.get(HEALTH_PATH)
    assert answer.status_code == 503
    assert answer.json()["healthy"] is False
