"""The page's two languages: a long walk is made in one of them, and in the other when long tests are asked for.

Which one comes first differs from test to test, so that every run sees both; that all words are there in both is a test
of the words themselves.
"""

import pytest

ENGLISH_FIRST = ["en", pytest.param("zh", marks=pytest.mark.long)]
CHINESE_FIRST = ["zh", pytest.param("en", marks=pytest.mark.long)]
