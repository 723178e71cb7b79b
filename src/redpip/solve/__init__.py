"""Numbers without game names: the slow oracle, checks against the rules, stored values, and kernels by family."""
