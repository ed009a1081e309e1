"""Models in memory: shared, bounded, the same for everybody; a broken one harms no other."""

import shutil
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import torch

from playground import assets
from playground.decoding.generation import generate
from playground.decoding.sampling import SamplingParams
from playground.errors import AssetError, ResourceError
from playground.gpt.model import GPTModel, count_parameters
from playground.gpt.presets import PRESETS, Preset
from playground.gpt.shipped import shipped_model
from playground.serving import models
from playground.serving.hub import Progress
from playground.serving.models import ModelChoice, ModelStore
from playground.serving.real_weights import RealWeights, needed_bytes


@pytest.fixture
def story() -> ModelChoice:
    preset = PRESETS["story"]
    return ModelChoice(preset.config, preset.encoding, preset.name, preset.moments[-1])


@pytest.fixture
def models_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The models in a copy of assets that a test may damage."""
    shutil.copytree(assets.ASSETS, tmp_path / "assets")
    monkeypatch.setattr(assets, "ASSETS", tmp_path / "assets")
    return tmp_path / "assets" / "models"


def test_the_same_choice_is_the_same_object(store: ModelStore, tiny: ModelChoice) -> None:
    first = store.get(tiny, 1000)
    assert store.get(replace(tiny), 1000) is first
    other = store.get(replace(tiny, config=replace(tiny.config, num_layers=2)), 1000)
    assert other is not first
    assert store.get(tiny, 1000) is first


def test_many_visitors_at_once_get_one_object(store: ModelStore, tiny: ModelChoice) -> None:
    with ThreadPoolExecutor(8) as visitors:
        found = list(visitors.map(lambda _: store.get(tiny, 1000), range(16)))
    assert len(set(map(id, found))) == 1


def test_an_untrained_model_is_the_same_in_every_process(tiny: ModelChoice) -> None:
    ours, theirs = ModelStore().get(tiny, 1000).model, ModelStore().get(tiny, 1000).model
    for name, parameter in ours.named_parameters():
        assert torch.equal(parameter, theirs.get_parameter(name)), name


def test_the_global_generator_is_left_alone(store: ModelStore, tiny: ModelChoice) -> None:
    before = torch.get_rng_state()
    store.get(tiny, 1000)
    assert torch.equal(torch.get_rng_state(), before)


def test_weights_are_read_only_and_dropout_is_off(store: ModelStore, demo: ModelChoice) -> None:
    assert demo.config.dropout > 0
    model = store.get(demo, 1025).model
    assert not model.training
    assert not any(parameter.requires_grad for parameter in model.parameters())


def test_a20_a_tied_head_is_the_embedding_itself(store: ModelStore, story: ModelChoice) -> None:
    model = store.get(story, 4097).model
    assert model.head.weight is model.token_embedding.weight
    untied = PRESETS["minigpt"]
    other = store.get(ModelChoice(untied.config, untied.encoding), 5000).model
    assert other.head.weight.data_ptr() != other.token_embedding.weight.data_ptr()


def test_a24_padding_ids_are_never_drawn(store: ModelStore, tiny: ModelChoice) -> None:
    source = store.get(tiny, 1000).source
    assert source.vocab_size == 1000
    hot = SamplingParams(temperature=5)
    steps = list(generate(source, [1], hot, max_new_tokens=500, seed=1))
    assert len(steps) == 500
    assert max(step.id for step in steps) < 1000


def test_memory_is_bounded_and_the_least_used_leave_first(tiny: ModelChoice) -> None:
    choices = [replace(tiny, encoding=f"gpt2-{999 - n}") for n in range(4)]
    size = ModelStore().get(tiny, 900).size_bytes
    store = ModelStore(3 * size)
    first, second, third = (weakref.ref(store.get(choice, 900)) for choice in choices[:3])
    assert store.size_in_use() == 3 * size
    assert store.get(choices[0], 900) is first()
    store.get(choices[3], 900)
    assert store.size_in_use() == 3 * size
    assert second() is None
    assert store.get(choices[0], 900) is first()
    assert store.get(choices[2], 900) is third()


def test_a_model_that_somebody_holds_stays_and_counts(tiny: ModelChoice) -> None:
    choices = [replace(tiny, encoding=f"gpt2-{999 - n}") for n in range(4)]
    size = ModelStore().get(tiny, 900).size_bytes
    store = ModelStore(2 * size)
    held = store.get(choices[0], 900)
    idle = weakref.ref(store.get(choices[1], 900))
    store.get(choices[2], 900)
    assert idle() is None
    assert store.get(choices[0], 900) is held
    also_held = store.get(choices[2], 900)
    store.get(choices[3], 900)
    assert store.size_in_use() == 3 * size
    assert store.get(choices[2], 900) is also_held
    del held, also_held
    store.get(choices[1], 900)
    assert store.size_in_use() == 2 * size


def test_a_model_that_does_not_fit_is_refused_before_it_is_built(
    tiny: ModelChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    larger = replace(tiny, config=replace(tiny.config, num_layers=2))
    store = ModelStore()
    idle = weakref.ref(store.get(tiny, 900))
    free = models.MARGIN_BYTES + models.model_bytes(larger.config)
    monkeypatch.setattr(models, "available_bytes", lambda: free - 1)
    monkeypatch.setattr(models, "GPTModel", None)
    with pytest.raises(ResourceError, match="choose a smaller one") as error:
        store.get(larger, 900)
    assert error.value.code == "too_little_memory"
    assert idle() is None  # what nobody held was given up for it
    monkeypatch.undo()
    monkeypatch.setattr(models, "available_bytes", lambda: free)
    assert store.get(larger, 900).size_bytes == free - models.MARGIN_BYTES


def test_a_model_larger_than_the_store_still_runs(tiny: ModelChoice) -> None:
    store = ModelStore(1)
    loaded = store.get(tiny, 1000)
    assert store.get(tiny, 1000) is loaded
    numbers, mask = 4 * count_parameters(loaded.model), loaded.model.causal_mask.nbytes
    assert store.size_in_use() == loaded.size_bytes > numbers + mask


def test_a_model_that_was_mended_loads_at_the_next_try(
    models_folder: Path, store: ModelStore, story: ModelChoice
) -> None:
    shutil.move(models_folder / "story", models_folder / "away")
    with pytest.raises(AssetError):
        store.get(story, 4097)
    shutil.move(models_folder / "away", models_folder / "story")
    assert store.get(story, 4097).source.vocab_size == 4097


def test_a13_runs_at_the_same_time_do_not_disturb_each_other(
    store: ModelStore, demo: ModelChoice
) -> None:
    def write(seed: int) -> list[int]:
        source = store.get(demo, 1025).source
        steps = generate(source, [1, 2], SamplingParams(), max_new_tokens=60, seed=seed)
        return [step.id for step in steps]

    alone = write(7), write(8)
    with ThreadPoolExecutor(3) as visitors:
        seventh, again, eighth = visitors.map(write, [7, 7, 8])
    assert seventh == again == alone[0]
    assert eighth == alone[1]
    assert alone[0] != alone[1]


def test_every_moment_is_a_model_of_its_own_and_the_first_is_the_untrained_one(
    store: ModelStore, story: ModelChoice
) -> None:
    moments = PRESETS["story"].moments
    heads = [store.get(replace(story, step=step), 4097).model.head.weight for step in moments]
    for earlier, later in pairwise(heads):
        assert not torch.equal(earlier, later)
    untrained = store.get(ModelChoice(story.config, story.encoding), 4097).model.head.weight
    assert torch.equal(heads[0], untrained)
    assert torch.equal(heads[-1], shipped_model(PRESETS["story"], moments[-1]).head.weight)


def test_a_damaged_moment_harms_no_other(
    models_folder: Path, store: ModelStore, story: ModelChoice
) -> None:
    (models_folder / "story" / "growth" / "step-512.safetensors").unlink()
    with pytest.raises(AssetError, match=r"assets/models/story/growth/step-512\.safetensors"):
        store.get(replace(story, step=512), 4097)
    assert store.get(story, 4097).source.vocab_size == 4097


def test_a67_real_weights_may_have_the_room_of_models_that_nobody_holds(
    tiny: ModelChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = PRESETS["gpt2-small"]
    store = ModelStore()
    held, idle = store.get(tiny, 900), weakref.ref(store.get(replace(tiny, encoding="gpt2"), 900))

    def free() -> int:
        return needed_bytes(preset) - (idle() is not None)

    class Weights(RealWeights):
        def load(self, preset: Preset, progress: Progress) -> GPTModel:
            assert free() >= needed_bytes(preset)
            return held.model

    monkeypatch.setattr(models, "available_bytes", free)
    store._real_weights = Weights()
    wanted = ModelChoice(preset.config, preset.encoding, preset.name)
    store.load_published(wanted, 1000, lambda received, total: None)
    assert idle() is None
    assert store.get(tiny, 900) is held
