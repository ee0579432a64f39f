import type { IdentifiedLead } from '../leads/lead-pages.ts';
import type { KeyedRow } from './merge-rows.ts';

/** A lead as a row of a list, with these columns. Its id is its key, so that a lead is saved once. */
export function rowOfLead({ id, lead }: IdentifiedLead, columns: readonly string[]): KeyedRow {
  const cells = columns.flatMap((column) => {
    const text = String(lead[column] ?? '').trim();
    return text === '' ? [] : [[column, text] as const];
  });
  return { keys: [id], values: Object.fromEntries(cells) };
}
