import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { entryKey } from '#engines/csv/company-list.ts';
import { type CompanyInput, INPUT_MAX_CHARS, writeCompanyInput } from '../definition.ts';

const LINES_PER_TURN = 500;

/** What a request may send for one company. */
type Entry = string | { company_name: string; country?: string | null; website?: string | null };

/**
 * The items of a list of names (spec lead tools §5): trimmed, without empty ones. Names with the same hints that
 * differ only in capitals and spaces are one item. Throws CallError if nothing is left.
 */
export async function readCompanyItems(entries: readonly Entry[]): Promise<string[]> {
  const items = new Map<string, string>();
  for (const [index, entry] of entries.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    const input = readEntry(entry);
    if (!input) continue;
    const key = entryKey(input);
    if (!items.has(key)) items.set(key, writeCompanyInput(input));
  }
  if (items.size === 0) throw new CallError('validation_failed', MESSAGES.companies.noNames);
  return [...items.values()];
}

/** One entry with its hints; null if its name is empty. A longer text is cut, and its row says so. */
export function readEntry(entry: Entry): CompanyInput | null {
  const { company_name, country, website } = typeof entry === 'string' ? { company_name: entry } : entry;
  const name = cutText(clean(company_name), INPUT_MAX_CHARS);
  if (name === '') return null;
  return { company_name: name, country: clean(country ?? '') || null, website: clean(website ?? '') || null };
}

function clean(text: string): string {
  return text.replaceAll('\0', '').trim();
}
