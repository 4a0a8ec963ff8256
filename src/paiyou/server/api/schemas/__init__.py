"""Every body and answer of the REST API, as pydantic models: what is documented is what is checked.

Bodies are strict (no string where a number is wanted, no unknown field) and bounded in every direction. Whether
cards and moves make sense is for the games to say.
"""
