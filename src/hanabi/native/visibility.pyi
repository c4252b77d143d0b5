from hanabi.kernels.visibility import *
