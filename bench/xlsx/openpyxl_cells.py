"""Reads each workbook of a folder with openpyxl and writes its cells, one line of JSON for each file.

    python3 openpyxl_cells.py FOLDER

A line is {"file", "error"}, or {"file", "sheets": [{"name", "cells": [[row, column, kind, value, format]]}]} with rows
and columns from 1. Kinds: text, number, truth, error, date (ISO), time (ISO), elapsed (seconds).
"""

import datetime
import json
import re
import signal
import sys
import warnings
from pathlib import Path

import openpyxl

SECONDS_PER_FILE = 30
ESCAPED = re.compile("_x([0-9a-fA-F]{4})_")


def too_slow(_signal, _frame):
    raise TimeoutError(f"took more than {SECONDS_PER_FILE} s")


def described(cell):
    value = cell.value
    if cell.data_type == "e":
        return "error", value
    if isinstance(value, bool):
        return "truth", value
    if isinstance(value, (int, float)):
        return "number", repr(value)
    if isinstance(value, (datetime.datetime, datetime.date)):
        return "date", value.isoformat()
    if isinstance(value, datetime.time):
        return "time", value.isoformat()
    if isinstance(value, datetime.timedelta):
        return "elapsed", value.total_seconds()
    # openpyxl leaves the escapes of characters that XML can't have as they are.
    return "text", ESCAPED.sub(lambda found: chr(int(found[1], 16)), str(value))


def sheets_of(path):
    book = openpyxl.load_workbook(path, data_only=True)
    return [
        {
            "name": sheet.title,
            "cells": [
                [cell.row, cell.column, *described(cell), cell.number_format]
                # Only the cells of the file: the rows between them can be a million.
                for cell in list(sheet._cells.values())
                if cell.value is not None
            ],
        }
        for sheet in book.worksheets
    ]


def main(folder):
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, too_slow)
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix.lower() not in (".xlsx", ".xlsm"):
            continue
        line = {"file": path.relative_to(folder).as_posix()}
        signal.alarm(SECONDS_PER_FILE)
        try:
            line["sheets"] = sheets_of(path)
        except Exception as error:  # noqa: BLE001 - files of strangers fail in every way
            line["error"] = f"{type(error).__name__}: {error}"[:200]
        finally:
            signal.alarm(0)
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
