from hanabi.kernels.deal import *
