from hanabi.kernels.action_ids import *
