"""The model on the page as a zip to take home: the link to it, and the route that answers.

The link carries the values of the controls, so that nothing is kept between the two; the route
checks them as the page does.
"""

import json
import threading
from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from playground import assets
from playground.analysis.parameters import breakdown
from playground.decoding.sampling import SamplingParams
from playground.errors import InputError, PlaygroundError
from playground.gpt.presets import PRESETS
from playground.gpt.shipped import model_folder
from playground.serving.export import export_archive, snippet
from playground.serving.limits import CUSTOM_PARAMETERS, check_runnable
from playground.serving.models import ModelChoice, ModelStore
from playground.text.encoding import Encoding, encoding_named, without_surrogates
from playground.ui import fragments
from playground.ui.scene import (
    FLAG_FIELDS,
    SAMPLING_FIELDS,
    WHOLE_FIELDS,
    Scene,
    model_values,
    read_choice,
    read_params,
)

EXPORT_PATH = "/export"
PACKED_AT_ONCE = 2
"""A zip takes three times the weights while it is made."""
_NEUTRAL = {name: getattr(SamplingParams(), name) for name in SAMPLING_FIELDS}
"""The sampler of a link that names none."""
_ID_DIGITS = 9
"""More than any id has; Python refuses to read thousands."""


def take_home(scene: Scene) -> str:
    """A link to the zip and the script that is in it, or why there is none."""
    words = scene.words.export
    head = fragments.heading(words.heading)
    if scene.choice.published or scene.breakdown.total > CUSTOM_PARAMETERS:
        limit = f"{CUSTOM_PARAMETERS:,}"
        return head + fragments.sentence(words.too_large.format(limit=limit), "hint")
    ids, params = scene.prompt.ids, scene.params
    sampler = {name: json.dumps(getattr(params, name)) for name in SAMPLING_FIELDS}
    query = {**_controls(scene.choice), **sampler, "ids": "-".join(map(str, ids))}
    link = fragments.download(words.download, f"{EXPORT_PATH[1:]}?{urlencode(query)}")
    script = fragments.code(words.script, snippet(ids, params=params))
    return head + fragments.sentence(words.note, "hint") + link + script


def export_route(store: ModelStore) -> Route:
    """Answers the links of `take_home`: a zip, or 400 and a sentence."""
    packing = threading.Semaphore(PACKED_AT_ONCE)

    def answer(request: Request) -> Response:
        try:
            choice, encoding, ids, params = _read(request.query_params)
            with packing:
                model = store.get(choice, encoding.vocab_size).model
                papers = _papers(choice)
                content = export_archive(model, encoding, ids, name_of(choice), papers, params)
        except PlaygroundError as error:
            return PlainTextResponse(str(error), status_code=400)
        headers = {"content-disposition": f'attachment; filename="{name_of(choice)}.zip"'}
        return Response(content, media_type="application/zip", headers=headers)

    return Route(EXPORT_PATH, answer)


def name_of(choice: ModelChoice) -> str:
    """Name of the folder: "story-step-512", "demo-untrained", "my-gpt"."""
    if choice.preset is None:
        return "my-gpt"
    return f"{choice.preset}-{f'step-{choice.step}' if choice.step else 'untrained'}"


def _papers(choice: ModelChoice) -> dict[str, bytes]:
    """The card, credits and licences that a model of ours takes along."""
    if choice.preset is None or not choice.step:
        return {}
    folder = model_folder(PRESETS[choice.preset])
    paths = [*folder.glob("*.md"), *folder.glob("*.tsv"), assets.ASSETS / "LICENCES.md"]
    return {path.name: assets.checked(path).read_bytes() for path in sorted(paths)}


def _controls(choice: ModelChoice) -> dict[str, str]:
    """What the model controls hold, as JSON."""
    moments = PRESETS[choice.preset].moments if choice.preset else ()
    moment = moments.index(choice.step) if moments else 0
    values = {**model_values(choice.config, choice.encoding), "moment": moment}
    return {name: json.dumps(value) for name, value in values.items()}


def _read(query: Mapping[str, str]) -> tuple[ModelChoice, Encoding, list[int], SamplingParams]:
    values = {name: _parsed(text) for name, text in query.items()}
    needed = {*WHOLE_FIELDS, *FLAG_FIELDS, "position", "activation", "encoding", "moment"}
    if missing := sorted(needed - values.keys()):
        raise InputError("not_a_link", f"The link lacks {', '.join(missing)}; copy all of it.")
    choice, params = read_choice(values), read_params({**_NEUTRAL, **values})
    check_runnable(breakdown(choice.config).total, custom=True)
    encoding = encoding_named(choice.encoding)
    parts = query.get("ids", "").split("-")
    ids = [int(part) for part in parts if part.isdecimal() and len(part) <= _ID_DIGITS]
    ids = [token_id for token_id in ids if token_id < encoding.vocab_size]
    ids = ids[-choice.config.context_length :] or [encoding.start]
    return choice, encoding, ids, params


def _parsed(text: str) -> object:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return without_surrogates(value) if isinstance(value, str) else value
