import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { type CompanyEntry, entryKey } from '#engines/csv/pasted-companies.ts';
import { companiesIn } from '#engines/list-items/several.ts';
import type { ListItems } from '#server/tasks/uploaded-list.ts';
import { cleanText, distinctItems } from '../../list-tool/server/distinct-items.ts';
import { COMPANIES_PER_TASK, INPUT_MAX_CHARS, writeCompanyInput } from '../definition.ts';
import { plainHints } from '../engine/plain-hints.ts';
import { COMPANY_MESSAGES } from '../messages.ts';

/** What a request may send for one company. */
type Entry =
  | string
  | { company_name: string; country?: string | null; website?: string | null; city?: string | null };

/**
 * The items of a list of names (spec lead tools §5): trimmed, without empty ones; an entry can have several names
 * (engines/list-items/several.ts). Names that differ only in capitals and spaces are one item if their
 * hints mean the same, however they are written.
 * Throws CallError if nothing is left, or if there are too many.
 */
export async function readCompanyItems(entries: readonly Entry[]): Promise<ListItems> {
  const { items, positions } = await distinctItems(entries, {
    toItems: readEntry,
    itemKey,
    tooMany: COMPANIES_PER_TASK + 1,
  });
  if (items.length === 0) throw new CallError('validation_failed', COMPANY_MESSAGES.noNames);
  if (items.length > COMPANIES_PER_TASK) throw new CallError('validation_failed', COMPANY_MESSAGES.tooMany);
  return { inputs: items.map(writeCompanyInput), positions };
}

function itemKey(entry: CompanyEntry): string {
  return entryKey({ company_name: entry.company_name, ...plainHints(entry) });
}

/** The names of one entry with its hints. A longer name is cut, and its row says so. */
function readEntry(entry: Entry): CompanyEntry[] {
  const { company_name, country, website, city } =
    typeof entry === 'string' ? { company_name: entry } : entry;
  return companiesIn(cleanText(company_name)).map((name) => ({
    company_name: cutText(name, INPUT_MAX_CHARS),
    country: cleanText(country ?? '') || null,
    website: cleanText(website ?? '') || null,
    ...(cleanText(city ?? '') === '' ? {} : { city: cleanText(city ?? '') }),
  }));
}
