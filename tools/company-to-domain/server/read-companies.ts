import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { COMPANIES_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { entryKey } from '#engines/csv/company-list.ts';
import { companiesIn } from '#engines/list-items/several.ts';
import { type CompanyInput, INPUT_MAX_CHARS, writeCompanyInput } from '../definition.ts';

const LINES_PER_TURN = 500;

/** What a request may send for one company. */
type Entry = string | { company_name: string; country?: string | null; website?: string | null };

/** The items of a request. */
export interface CompanyItems {
  /** one each, as it was first written */
  inputs: string[];
  /** the items of each entry; none for an empty one */
  positions: number[][];
}

/**
 * The items of a list of names (spec lead tools §5): trimmed, without empty ones; an entry can have several names
 * (engines/list-items/several.ts). Names with the same hints that differ only in capitals and spaces are one item.
 * Throws CallError if nothing is left, or if there are too many.
 */
export async function readCompanyItems(entries: readonly Entry[]): Promise<CompanyItems> {
  const items = new Map<string, { position: number; input: string }>();
  const positions: CompanyItems['positions'] = [];
  const add = (input: CompanyInput): number => {
    const key = entryKey(input);
    const item = items.get(key) ?? { position: items.size, input: writeCompanyInput(input) };
    items.set(key, item);
    return item.position;
  };
  for (const [index, entry] of entries.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    positions.push(readEntries(entry).map(add));
  }
  if (items.size === 0) throw new CallError('validation_failed', MESSAGES.companies.noNames);
  if (items.size > COMPANIES_PER_TASK) throw new CallError('validation_failed', MESSAGES.companies.tooMany);
  return { inputs: [...items.values()].map(({ input }) => input), positions };
}

/** The names of one entry with its hints. A longer name is cut, and its row says so. */
function readEntries(entry: Entry): CompanyInput[] {
  const { company_name, country, website } = typeof entry === 'string' ? { company_name: entry } : entry;
  return companiesIn(clean(company_name)).map((name) => ({
    company_name: cutText(name, INPUT_MAX_CHARS),
    country: clean(country ?? '') || null,
    website: clean(website ?? '') || null,
  }));
}

function clean(text: string): string {
  return text.replaceAll('\0', '').trim();
}
