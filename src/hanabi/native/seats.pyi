from hanabi.kernels.seats import *
