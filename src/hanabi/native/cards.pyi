from hanabi.kernels.cards import *
