"""What is lost when a trained model gets another shape, and a button that brings it back."""

import gradio as gr

from playground.locales.words import Words
from playground.ui import fragments
from playground.ui.scene import CUSTOM, Scene, Values
from playground.ui.updates import Updates


class ReshapedPanel:
    """A line and a button in the model controls; invisible unless the visitor has just given a
    trained model another shape.

    trained: name of the trained preset that was on the page last; None before there was one, and
    after a preset that is not trained.
    """

    def __init__(self, words: Words) -> None:
        self.trained = gr.State(None)
        self.note = gr.HTML(elem_id="reshaped-note")
        self.back = gr.Button(
            words.model.back_to_trained, visible=False, size="sm", elem_id="back-to-trained"
        )
        self.inputs = {"trained": self.trained}
        self.outputs = [self.trained, self.note, self.back]

    def draw(self, scene: Scene, values: Values) -> Updates:
        """What is to be said about the scene after the one before."""
        words, trained = scene.words.model, values["trained"]
        if scene.preset_key != CUSTOM:
            trained = scene.preset_key if scene.choice.trained else None
            return {self.trained: trained, self.note: "", self.back: gr.update(visible=False)}
        name = words.preset_names.get(str(trained))
        note = "" if name is None else words.reshaped.format(name=name)
        return {
            self.trained: trained,
            self.note: fragments.sentence(note, "hint"),
            self.back: gr.update(value=words.back_to_trained, visible=bool(note)),
        }
