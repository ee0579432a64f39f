/**
 * One record of a CSV file. `line` is the 1-based line where it starts. If `broken` is set, it says why the
 * record can't be parsed, and `cells` contains the raw text.
 */
export interface CsvRecord {
  line: number;
  cells: string[];
  broken?: string;
}

/** Streaming parser: `push` returns the records completed by a piece of text, `end` returns the rest. */
export interface CsvReader {
  push(text: string): CsvRecord[];
  end(): CsvRecord[];
}

const CANDIDATES = [',', ';', '\t', '|'] as const;
/** A longer record means an unclosed quote. */
const MAX_RECORD_CHARS = 1_000_000;
const UNCLOSED_QUOTE = 'The line has an unclosed quote';

/** Detects the delimiter: the candidate that appears most often outside quotes in the first record. */
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
 * Creates an RFC 4180 parser that also accepts any line ending, any one-character delimiter, and quotes
 * inside unquoted cells. Skips empty lines. An unclosed quote breaks its own line, not the rest of the file;
 * a quote counts as unclosed after `maxRecordChars`.
 */
export function createCsvReader(delimiter: string, maxRecordChars = MAX_RECORD_CHARS): CsvReader {
  let buffer = '';
  let line = 1;
  let ended = false;

  function read(): CsvRecord[] {
    const records: CsvRecord[] = [];
    let at = 0;
    for (;;) {
      const start = at;
      const record = readRecord(at);
      if (record === null) {
        if (buffer.length - start > maxRecordChars || (ended && start < buffer.length)) {
          const lineEnd = buffer.indexOf('\n', start);
          const stop = lineEnd < 0 ? buffer.length : lineEnd;
          records.push({ line, cells: [buffer.slice(start, stop).slice(0, 1000)], broken: UNCLOSED_QUOTE });
          line += 1;
          at = stop + 1;
          if (at < buffer.length) continue;
        }
        buffer = buffer.slice(Math.min(at, buffer.length));
        return records;
      }
      if (record.cells.length > 1 || record.cells[0] !== '') records.push({ line, cells: record.cells });
      line += record.lines;
      at = record.next;
      if (at >= buffer.length) {
        buffer = '';
        return records;
      }
    }
  }

  /** Returns null if the text ends before the record does. */
  function readRecord(from: number): { cells: string[]; next: number; lines: number } | null {
    const text = buffer;
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
          // The next piece may start with a second quote.
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
        // The LF may be in the next piece.
        if (at >= text.length && !ended) return null;
        if (text[at] === '\n') at += 1;
      }
      return { cells, next: at, lines };
    }
  }

  const separator = delimiter.charCodeAt(0);
  /** Returns where a cell ends, or -1 if that needs more text. */
  function endOfCell(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === separator || code === 10 || code === 13) return at;
    }
    return ended ? text.length : -1;
  }

  return {
    push: (text) => {
      buffer += text;
      return read();
    },
    end: () => {
      ended = true;
      return buffer === '' ? [] : read();
    },
  };
}
