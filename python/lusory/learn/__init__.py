"""Pattern networks: files, and training by self-play."""

from .net import DamagedNet, GameNet, TrainingLog, load, read
from .training import Training, TrainingRound, train

__all__ = ["DamagedNet", "GameNet", "Training", "TrainingLog", "TrainingRound", "load", "read", "train"]
