"""Types of the arrays that compiled code works on."""

import numpy as np
from numpy.typing import NDArray

Records = NDArray[np.void]  # rules, states, …: the records of `hanabi.compiled.dtypes`
Numbers = NDArray[np.int64]
Kinds = NDArray[np.int8]
ActionLog = NDArray[np.int16]
