import { cutText } from '#contract/cut-text.ts';

/**
 * The largest answer as it is sent, in bytes. Agents pay for each one that they read. It has everything twice: as text, for
 * clients that know no structured content, and as JSON.
 */
export const ANSWER_MAX_BYTES = 40_000;
/** Room for rows: half of that, less the quotes that are escaped in the text and the rest of the answer. */
const ROWS_MAX_BYTES = 15_000;

/** Smaller and smaller limits: characters of a text, entries of an array, fields of an object. */
const CUTS = [
  // As many entries as a website can have people.
  { chars: 500, entries: 25, fields: 200 },
  { chars: 120, entries: 5, fields: 60 },
  { chars: 40, entries: 2, fields: 40 },
  { chars: 40, entries: 1, fields: 10 },
] as const;
type Cut = (typeof CUTS)[number];

/** As many of the rows as an answer has room for, at least one. A row that is too large by itself is cut more. */
export function fittingRows<Row>(rows: readonly Row[]): Row[] {
  let bytes = 0;
  const fitting: Row[] = [];
  for (const row of rows) {
    const size = sizeOf(row) + 1;
    if (bytes + size > ROWS_MAX_BYTES) {
      if (fitting.length === 0) fitting.push(fittingRow(row));
      break;
    }
    bytes += size;
    fitting.push(row);
  }
  return fitting;
}

/** What ends an array that lacks entries, as it ends a text. */
const REST = '…';

/** A value without long texts and arrays: "Lorem ip…", ["a", "b", "…"]. Objects keep their first fields. */
export function shortened(value: unknown): unknown {
  return cut(value, CUTS[0]);
}

function fittingRow<Row>(row: Row): Row {
  const sizes = CUTS.map((by) => cut(row, by) as Row);
  return sizes.find((each) => sizeOf(each) <= ROWS_MAX_BYTES) ?? (sizes.at(-1) as Row);
}

function cut(value: unknown, by: Cut): unknown {
  if (typeof value === 'string')
    return value.length > by.chars ? `${cutText(value, by.chars)}${REST}` : value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, by.entries).map((each) => cut(each, by));
    return kept.length < value.length ? [...kept, REST] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, by.fields);
  return Object.fromEntries(entries.map(([key, each]) => [key, cut(each, by)]));
}

/** What a value takes in an answer, in bytes: as JSON, and half of what its quotes take in the text. */
function sizeOf(value: unknown): number {
  const json = JSON.stringify(value) ?? '';
  const inText = Buffer.byteLength(JSON.stringify(json)) - 2;
  return Math.ceil((Buffer.byteLength(json) + inText) / 2);
}
