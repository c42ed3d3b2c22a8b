"""The meaning of Joker's learnt weights: the policy for tricks."""

from core.tricks.policy import SIZE as SIZE, LearntPolicy as LearntPolicy
