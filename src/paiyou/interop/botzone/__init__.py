"""Bots for Botzone's FightTheLandlord and FightTheLandlord2, which need Python and NumPy and nothing else.

What is packed (`bot.py` and all that it imports) runs without the compiled core and without ONNX Runtime, on Python 3.6
and newer, which is what Botzone may have; `pack.py`, `plain_source.py` and `numpy_program.py` make the archive.
"""
