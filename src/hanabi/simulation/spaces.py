"""Action spaces that sample legal actions."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray


class LegalActions(Discrete):
    """All action ids; but a sample is a legal one, so that programs without masks can play."""

    def __init__(self, count: int, masks: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(count)
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            legal = self._masks()
            mask = legal if legal.any() else None
        return super().sample(mask, probability)
