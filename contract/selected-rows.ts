import { z } from 'zod';
import { ROW_ID_MAX, SELECTED_ROWS_MAX } from './limits.ts';

const TEXT_MAX_CHARS = 13_000;
const TOO_MANY = `Select at most ${SELECTED_ROWS_MAX.toLocaleString('en-US')} rows, or all that match a filter.`;

/** Rows that were selected one by one, as text: "0-4,7". Positions in a task, or IDs in a list. In order, each once. */
export const SelectedRows = z
  .string()
  .max(TEXT_MAX_CHARS, TOO_MANY)
  .regex(/^\d{1,13}(-\d{1,13})?(,\d{1,13}(-\d{1,13})?)*$/, 'selected must be numbers such as 0-4,7')
  .transform((text, { issues }) => {
    const refuse = (message: string) => {
      issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    };
    const rows = new Set<number>();
    for (const part of text.split(',')) {
      const [from = 0, to = from] = part.split('-').map(Number);
      if (to < from || to > ROW_ID_MAX) return refuse('selected must be numbers such as 0-4,7');
      if (to - from >= SELECTED_ROWS_MAX) return refuse(TOO_MANY);
      for (let row = from; row <= to; row += 1) rows.add(row);
      if (rows.size > SELECTED_ROWS_MAX) return refuse(TOO_MANY);
    }
    return [...rows].sort((a, b) => a - b);
  });

/** The text of `SelectedRows`. */
export function writeSelectedRows(rows: Iterable<number>): string {
  const ranges: { from: number; to: number }[] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && row <= last.to + 1) last.to = row;
    else ranges.push({ from: row, to: row });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
