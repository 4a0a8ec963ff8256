"""Games of chosen agents for those who study or learn from them: as records, or as tables in Parquet."""
