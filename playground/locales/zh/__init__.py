"""The page in Chinese, with the terms of Chinese textbooks."""

from playground.locales.words import Words
from playground.locales.zh import controls, errors, lab, views

CHINESE = Words(
    code="zh",
    name="中文",
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
