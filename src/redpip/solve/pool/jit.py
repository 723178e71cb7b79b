"""How kernels are compiled: once, kept beside their file, and without the lock that lets one thread run at a time."""

from __future__ import annotations

from numba import njit

compiled = njit(cache=True, nogil=True, error_model="numpy")
inlined = njit(cache=True, nogil=True, error_model="numpy", forceinline=True)
