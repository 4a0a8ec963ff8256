"""`python -m paiyou`."""

from paiyou.cli import main

main()
