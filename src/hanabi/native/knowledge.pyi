from hanabi.kernels.knowledge import *
