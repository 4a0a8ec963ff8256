"""Triton kernels for trick games; each has a plain twin it is tested against."""
