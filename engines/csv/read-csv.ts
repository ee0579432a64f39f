/** One record of a file: its cells and the line it begins at, 1-based. `broken` says why it cannot be read; `cells` is then its text. */
export interface CsvRecord {
  line: number;
  cells: string[];
  broken?: string;
}

/** Reads a file that comes in pieces: `push` answers the records that are whole by then, `end` the rest. */
export interface CsvReader {
  push(text: string): CsvRecord[];
  end(): CsvRecord[];
}

const CANDIDATES = [',', ';', '\t', '|'] as const;
/** No lead is that long: a quote was opened and never closed. */
const MAX_RECORD_CHARS = 1_000_000;
const NEVER_CLOSED = 'A quote is opened and never closed';

/** The delimiter of a file by its first record: the candidate that stands there most often outside quotes. */
export function detectDelimiter(sample: string): string {
  const counts = new Map<string, number>(CANDIDATES.map((candidate) => [candidate, 0]));
  let quoted = false;
  for (const char of sample.slice(0, 100_000)) {
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '\n' || char === '\r') break;
    else if (counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

/**
 * A reader of RFC 4180 with what real files have besides: any line end, any delimiter of one character, quotes inside a cell that
 * does not begin with one. Empty lines are no records. A quote that is never closed costs its line, not the rest of the file; one is
 * taken for such after `maxRecordChars`.
 */
export function createCsvReader(delimiter: string, maxRecordChars = MAX_RECORD_CHARS): CsvReader {
  let held = '';
  let line = 1;
  let ended = false;

  function read(): CsvRecord[] {
    const records: CsvRecord[] = [];
    let at = 0;
    for (;;) {
      const begun = at;
      const record = readRecord(at);
      if (record === null) {
        if (held.length - begun > maxRecordChars || (ended && begun < held.length)) {
          const cut = held.indexOf('\n', begun);
          const stop = cut < 0 ? held.length : cut;
          records.push({ line, cells: [held.slice(begun, stop).slice(0, 1000)], broken: NEVER_CLOSED });
          line += 1;
          at = stop + 1;
          if (at < held.length) continue;
        }
        held = held.slice(Math.min(at, held.length));
        return records;
      }
      if (record.cells.length > 1 || record.cells[0] !== '') records.push({ line, cells: record.cells });
      line += record.lines;
      at = record.next;
      if (at >= held.length) {
        held = '';
        return records;
      }
    }
  }

  /** null: the text ends before the record does. */
  function readRecord(from: number): { cells: string[]; next: number; lines: number } | null {
    const text = held;
    const cells: string[] = [];
    let lines = 1;
    let at = from;
    if (at >= text.length) return null;
    for (;;) {
      if (text[at] === '"') {
        let value = '';
        let open = at + 1;
        for (;;) {
          const close = text.indexOf('"', open);
          if (close < 0) return null;
          if (text[close + 1] === '"') {
            value += text.slice(open, close + 1);
            open = close + 2;
            continue;
          }
          // Whether another quote follows is not known yet.
          if (close + 1 >= text.length && !ended) return null;
          value += text.slice(open, close);
          at = close + 1;
          break;
        }
        if (value.includes('\n')) lines += value.split('\n').length - 1;
        const tail = endOfCell(text, at);
        if (tail < 0) return null;
        cells.push(tail > at ? value + text.slice(at, tail) : value);
        at = tail;
      } else {
        const stop = endOfCell(text, at);
        if (stop < 0) return null;
        cells.push(text.slice(at, stop));
        at = stop;
      }
      if (at >= text.length) return { cells, next: at, lines };
      const char = text[at];
      at += 1;
      if (char === delimiter) continue;
      if (char === '\r') {
        // Its LF may be in the next piece.
        if (at >= text.length && !ended) return null;
        if (text[at] === '\n') at += 1;
      }
      return { cells, next: at, lines };
    }
  }

  const separator = delimiter.charCodeAt(0);
  /** Where a cell ends; -1 where more text is needed to know. */
  function endOfCell(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === separator || code === 10 || code === 13) return at;
    }
    return ended ? text.length : -1;
  }

  return {
    push: (text) => {
      held += text;
      return read();
    },
    end: () => {
      ended = true;
      return held === '' ? [] : read();
    },
  };
}
