"""Games as lines of JSON, from deal to score: written, read, and played again with every move checked."""

from paiyou.records.files import BrokenLine, RecordWriter, read_lines, read_records, write_records
from paiyou.records.record import Forfeit, Record, Result
from paiyou.records.replay import Replay, Step

__all__ = [
    "BrokenLine",
    "Forfeit",
    "Record",
    "RecordWriter",
    "Replay",
    "Result",
    "Step",
    "read_lines",
    "read_records",
    "write_records",
]
