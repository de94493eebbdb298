"""Pattern networks: files, and training by self-play."""

from .net import DamagedNet, GameNet, TrainingLog, load, read
from .pupil import DamagedPupil, Pupil, PupilGame, PupilVersion
from .training import Training, TrainingRound, train

__all__ = [
    "DamagedNet",
    "DamagedPupil",
    "GameNet",
    "Pupil",
    "PupilGame",
    "PupilVersion",
    "Training",
    "TrainingLog",
    "TrainingRound",
    "load",
    "read",
    "train",
]
