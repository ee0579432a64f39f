import type { EmailInput } from '#contract/emails.ts';
import { readLinkedinList } from '#engines/csv/linkedin-list.ts';
import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import { readPersonList } from '#engines/csv/person-list.ts';
import { readWebsiteList } from '#engines/csv/website-list.ts';
import { readWebsite } from '#engines/list-items/website.ts';
import type { ListKind } from '#tools/tool.ts';

/** All kinds, in the order of the choice. */
export const LIST_KINDS: readonly ListKind[] = ['websites', 'emails', 'people', 'profiles', 'companies'];

/** A list shows what it is long before its end. */
const READ_CHARS = 50_000;

/**
 * What a pasted list or table is, by the readers of the tools: the kind that most of its lines are. Texts that no reader
 * knows are company names.
 */
export function recognizeList(text: string): ListKind {
  const sample = text.slice(0, READ_CHARS);
  const lines = sample.split(/[\r\n]+/).filter((line) => line.trim() !== '').length;
  const most = (count: number, of = lines) => count > 0 && 2 * count >= of;
  if (most(readLinkedinList(sample).profiles)) return 'profiles';
  const { rows, columns } = readPersonList(sample);
  const inputs = rows.flatMap((row) => row.inputs).filter((input) => !isNamedLikeWebsite(input));
  if (hasRequiredColumns(columns) && most(inputs.length, rows.length)) {
    const addresses = inputs.filter((input) => 'address' in input).length;
    return 2 * addresses >= inputs.length ? 'emails' : 'people';
  }
  const { taken, repeats } = readWebsiteList(sample);
  return most(taken.length + repeats) ? 'websites' : 'companies';
}

/** Websites that are separated by commas look like names and a domain. */
function isNamedLikeWebsite(input: EmailInput): boolean {
  return 'first_name' in input && readWebsite(input.first_name || input.last_name).ok;
}
