"""The kernels that `engine/referee.py` names, compiled."""

from importlib import import_module

from hanabi.bots.team.engine import referee

for name in referee.__all__:
    module = getattr(referee, name).__module__.replace("hanabi.kernels", "hanabi.compiled")
    globals()[name] = getattr(import_module(module), name)
