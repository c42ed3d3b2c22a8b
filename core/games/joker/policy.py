"""What the weights that bots have learnt for this game mean: a policy for tricks."""

from core.tricks.policy import SIZE as SIZE
from core.tricks.policy import LearntPolicy as LearntPolicy
