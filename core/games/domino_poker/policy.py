"""The meaning of Domino Poker's learnt weights: the policy for tricks."""

from core.tricks.policy import SIZE as SIZE, LearntPolicy as LearntPolicy
