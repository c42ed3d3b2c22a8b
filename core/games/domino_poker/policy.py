"""What this game's learnt weights mean: the policy for tricks."""

from core.tricks.policy import SIZE as SIZE, LearntPolicy as LearntPolicy
