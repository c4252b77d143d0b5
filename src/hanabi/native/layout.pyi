from hanabi.kernels.layout import *
