"""Triton kernels for the steps that plain torch is slow at; each has a plain twin it is tested against."""
