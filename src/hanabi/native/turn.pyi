from hanabi.kernels.turn import *
