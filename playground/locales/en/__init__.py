"""The page in English."""

from playground.locales.en import controls, errors, lab, views
from playground.locales.words import Words

ENGLISH = Words(
    code="en",
    name="English",
    page=controls.PAGE,
    model=controls.MODEL,
    weights=controls.WEIGHTS,
    sampler=controls.SAMPLER,
    prompt=controls.PROMPT,
    parameters=views.PARAMETERS,
    mask=views.MASK,
    next=views.NEXT,
    generate=views.GENERATE,
    growth=views.GROWTH,
    lab=views.LAB,
    compare=lab.COMPARE,
    sweep=lab.SWEEP,
    trace=lab.TRACE,
    race=lab.RACE,
    beam=lab.BEAM,
    explain=lab.EXPLAIN,
    export=views.EXPORT,
    errors=errors.ERRORS,
)
