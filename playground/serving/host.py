"""Settings of the process that serves."""

import torch


def share_cores() -> None:
    """One thread a model: many visitors share the cores, and small models gain nothing from two."""
    torch.set_num_threads(1)
