from hanabi.kernels.ending import *
