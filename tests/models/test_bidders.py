"""Files of bidders: what is written is read, and nothing else is."""

import numpy as np
import pytest

from bidder_files import random_bidder
from paiyou.models.bidders import BidderFile, shipped_bidder


def test_what_is_written_is_read_in_half_precision(tmp_path):
    file = random_bidder("key", (6, 4, 3))
    file.save(tmp_path / "bidder.npz")
    again = BidderFile.load(tmp_path / "bidder.npz")
    assert (again.key, again.temper, again.about) == (file.key, file.temper, file.about)
    for one, other in zip(file.layers, again.layers, strict=True):
        for wanted, found in zip(one, other, strict=True):
            assert found.dtype == np.float32
            np.testing.assert_array_equal(found, wanted.astype(np.float16))
    assert [path.name for path in tmp_path.iterdir()] == ["bidder.npz"]


def test_anything_else_is_refused(tmp_path):
    path = tmp_path / "bidder.npz"
    for content in (b"", b"no file of arrays"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="holds no bidder"):
            BidderFile.load(path)
    with pytest.raises(ValueError, match="holds no bidder"):
        BidderFile.load(tmp_path / "missing.npz")
    layers = random_bidder("key", (6, 4, 3)).layers
    not_a_number = layers[0][0] * np.nan
    for broken in ((), (layers[0], layers[0]), ((not_a_number, layers[0][1]),)):
        BidderFile("key", 0.5, {}, broken).save(path)
        with pytest.raises(ValueError, match="holds no bidder"):
            BidderFile.load(path)


def test_nobody_bids_in_unknown_games():
    assert shipped_bidder("no such key") is None
