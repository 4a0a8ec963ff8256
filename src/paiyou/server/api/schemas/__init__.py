"""Every body and answer of the REST API, as pydantic models: what is documented is what is checked.

Bodies are strict (no text where a number is wanted, no field that is not ours) and bounded in every direction. Whether
cards and moves make sense is for the games to say.
"""
