"""What this game's learnt weights mean: the policy for tricks."""

from core.tricks.policy import SIZE as SIZE
from core.tricks.policy import LearntPolicy as LearntPolicy
