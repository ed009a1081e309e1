"""What `playground.gpt.model` computes, more quickly; every form is held equal to it by tests."""
