/**
 * One record of a CSV file. `line` is the 1-based line of the text where it starts; `row` is the same without the lines
 * inside quoted cells, as a spreadsheet counts. Messages to people name the `row`. If `broken` is set, it says why the
 * record can't be parsed, and `cells` contains the raw text. A record with more cells than the reader's limit
 * has one cell above the limit; the others are dropped.
 */
export interface CsvRecord {
  line: number;
  row: number;
  cells: string[];
  broken?: string;
}

/**
 * Streaming parser: `push` returns the records completed by a piece of text, `end` returns the rest. Records are
 * parsed while they are iterated, because a closed quote can complete millions at once. Iterate over all of
 * them before the next call.
 */
export interface CsvReader {
  push(text: string): Iterable<CsvRecord>;
  end(): Iterable<CsvRecord>;
}

const DELIMITERS = ['\t', ',', ';', '|'] as const;
const SAMPLE_CHARS = 100_000;
const SAMPLE_LINES = 50;
/** A longer record means an unclosed quote. */
const MAX_RECORD_CHARS = 1_000_000;
const MAX_RECORD_CELLS = 10_000;
const AS_WRITTEN = (text: string) => text;
const UNCLOSED_QUOTE = 'The line has an unclosed quote';

/** The delimiter of a table: the likeliest one in its first lines; a comma if there is none. */
export function detectDelimiter(sample: string): string {
  const [best] = rankDelimiters(sample);
  return best && best.count > 0 ? best.delimiter : ',';
}

/**
 * The delimiters that a table may have, the likeliest first: a tab if most lines have one, since it always separates
 * cells, and then those that are most often outside quotes in the first record. Before a space they count half, as they
 * are within texts.
 */
export function rankDelimiters(text: string): { delimiter: string; count: number }[] {
  const sample = text.slice(0, SAMPLE_CHARS);
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (let index = 0; index < sample.length; index += 1) {
    const char = sample.charAt(index);
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '\n' || char === '\r') break;
    else if (counts.has(char))
      counts.set(char, (counts.get(char) ?? 0) + (sample[index + 1] === ' ' ? 0.5 : 1));
  }
  const lines = sample.split(/[\r\n]+/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  const tabbed = lines.filter((line) => line.includes('\t')).length;
  if (counts.get('\t') && tabbed > lines.length / 2) counts.set('\t', Infinity);
  return [...counts]
    .map(([delimiter, count]) => ({ delimiter, count }))
    .sort((a, b) => (a.count === b.count ? 0 : b.count - a.count));
}

/**
 * Creates an RFC 4180 parser that also accepts any line ending, any one-character delimiter, and quotes
 * inside unquoted cells. Skips empty lines. An unclosed quote breaks its own line, not the rest of the file;
 * a quote counts as unclosed after `maxRecordChars`. Keeps at most `maxCells` + 1 cells of a record. `readCell`: the text of
 * a cell, by default as written. Files of people need `plainCell`.
 */
export function createCsvReader(
  delimiter: string,
  { maxRecordChars = MAX_RECORD_CHARS, maxCells = MAX_RECORD_CELLS, readCell = AS_WRITTEN } = {},
): CsvReader {
  let buffer = '';
  let line = 1;
  let row = 1;
  let ended = false;

  function* read(): Generator<CsvRecord> {
    let index = 0;
    for (;;) {
      const start = index;
      const record = readRecord(index);
      if (record === null) {
        if (buffer.length - start > maxRecordChars || (ended && start < buffer.length)) {
          const lineEnd = buffer.indexOf('\n', start);
          const stop = lineEnd < 0 ? buffer.length : lineEnd;
          yield { line, row, cells: [buffer.slice(start, stop).slice(0, 1000)], broken: UNCLOSED_QUOTE };
          line += 1;
          row += 1;
          index = stop + 1;
          if (index < buffer.length) continue;
        }
        buffer = buffer.slice(Math.min(index, buffer.length));
        return;
      }
      if (record.cells.length > 1 || record.cells[0] !== '') yield { line, row, cells: record.cells };
      line += record.lines;
      row += 1;
      index = record.next;
      if (index >= buffer.length) {
        buffer = '';
        return;
      }
    }
  }

  /** Returns null if the text ends before the record does. */
  function readRecord(from: number): { cells: string[]; next: number; lines: number } | null {
    const text = buffer;
    const cells: string[] = [];
    let lines = 1;
    let index = from;
    if (index >= text.length) return null;
    for (;;) {
      const keep = cells.length <= maxCells;
      if (text[index] === '"') {
        const open = index + 1;
        const close = endOfQuote(text, open);
        if (close < 0) return null;
        index = close + 1;
        const raw = text.slice(open, close);
        lines += countLineFeeds(raw);
        const tail = endOfCell(text, index);
        if (tail < 0) return null;
        if (keep) {
          // A global pattern takes memory in proportion to the text, unlike replaceAll or joined pieces.
          const value = raw.replace(/""/g, '"');
          cells.push(readCell(tail > index ? value + text.slice(index, tail) : value));
        }
        index = tail;
      } else {
        const stop = endOfCell(text, index);
        if (stop < 0) return null;
        if (keep) cells.push(readCell(text.slice(index, stop)));
        index = stop;
      }
      if (index >= text.length) return { cells, next: index, lines };
      const char = text[index];
      index += 1;
      if (char === delimiter) continue;
      if (char === '\r') {
        // The LF may be in the next piece.
        if (index >= text.length && !ended) return null;
        if (text[index] === '\n') index += 1;
      }
      return { cells, next: index, lines };
    }
  }

  /** Returns where the quote closes that opened before `from`, or -1 if that needs more text. */
  function endOfQuote(text: string, from: number): number {
    for (let close = text.indexOf('"', from); close >= 0; close = text.indexOf('"', close + 2)) {
      // The next piece may start with a second quote.
      if (close + 1 >= text.length) return ended ? close : -1;
      if (text[close + 1] !== '"') return close;
    }
    return -1;
  }

  const separator = delimiter.charCodeAt(0);
  /** Returns where a cell ends, or -1 if that needs more text. */
  function endOfCell(text: string, from: number): number {
    for (let index = from; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === separator || code === 10 || code === 13) return index;
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
      return read();
    },
  };
}

/** The cells of one record, as `csvRecord` writes it. */
export function readCsvRecord(record: string): string[] {
  const reader = createCsvReader(',');
  return [...reader.push(record), ...reader.end()][0]?.cells ?? [];
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) count += 1;
  return count;
}
