# The modules are found in another folder at run time; to a type checker they are the compiled ones.
from hanabi.bots.hat import games as games
from hanabi.bots.hat.interpreted import workspace as workspace
