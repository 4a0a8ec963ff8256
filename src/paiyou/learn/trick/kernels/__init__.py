<<<<<<< HEAD
"""What plain torch is slow at, in Triton: `paiyou.learn.trick` on a GPU."""
=======
"""Triton kernels for trick games; each has a plain twin it is tested against."""
>>>>>>> 4fdcf4c89fe5f1dda0897b4f8771fb21c5c887c2
