"""What plain torch is slow at, in Triton: `paiyou.learn.trick` on a GPU."""
