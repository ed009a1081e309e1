"""A trained model that gets another shape is lost in plain sight, and one press brings it back."""

from collections.abc import Callable

from tests.browser.visit import Visit

OpenVisit = Callable[..., Visit]


def test_a_press_brings_back_the_trained_model_that_got_another_shape(visit: OpenVisit) -> None:
    opened = visit()
    back = opened.page.locator("#back-to-trained")
    assert not back.is_visible()
    badge = opened.text("#badge")
    assert "trained" in badge
    opened.slide("num_layers", 3)
    opened.wait_text("#badge", "untrained")
    opened.wait_text("#reshaped-note", "You changed the shape of Story GPT.")
    opened.slide("d_model", 128)  # still the same model that was lost
    opened.wait_text("#badge", "Custom")
    back.click()
    opened.wait_text("#badge", badge)
    opened.page.wait_for_function("!document.querySelector('#reshaped-note .hint')")
    back.wait_for(state="hidden")
    assert opened.page.locator("#num_layers input[type=number]").input_value() == "4"
    assert opened.page.locator("#d_model input[type=number]").input_value() == "256"
    opened.change_language("中文", "GPT 游乐场")
    opened.slide("num_heads", 8)
    opened.wait_text("#reshaped-note", "故事 GPT")
    assert back.inner_text() == "换回训练好的模型"
    opened.choose_preset("唐诗 GPT")
    back.wait_for(state="hidden")
