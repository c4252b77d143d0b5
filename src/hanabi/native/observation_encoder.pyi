from hanabi.kernels.observation_encoder import *
