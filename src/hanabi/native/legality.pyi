from hanabi.kernels.legality import *
