import type { UploadedList } from '#contract/uploaded-list.ts';
import { type LinkedinEntry, type PastedProfiles, readPastedProfiles } from '#engines/csv/pasted-profiles.ts';
import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import { linkedinItemKey } from '#engines/list-items/linkedin.ts';
import type { ListDraft } from '#web/kit/list-draft.ts';
import type { LinkedinEntryInput } from '../definition.ts';
import { LINKEDIN_URLS_PER_TASK } from '../definition.ts';
import { LINKEDIN_MESSAGES } from '../messages.ts';
import type { SavedPage } from './saved-page.ts';

/** The list, with saved profile pages, which aren't saved with it. */
export interface ProfileDraft extends ListDraft {
  pages: readonly SavedPage[];
}

/** The request of the function, without saved pages. */
export interface ProfileRequest {
  linkedinUrls: LinkedinEntryInput[];
  list?: UploadedList;
}

/** Why the list can't be sent (spec lead tools §5); null if it can. `pages`: saved pages beside it. */
export function validationMessage(text: string, list: PastedProfiles, pages: number): string | null {
  if (text === '' && pages === 0) return LINKEDIN_MESSAGES.noUrls;
  if (list.profiles === 0 && pages === 0) return LINKEDIN_MESSAGES.noValidUrls;
  return list.entries.length + pages > LINKEDIN_URLS_PER_TASK ? LINKEDIN_MESSAGES.tooMany : null;
}

/** What the function takes: a row for each row of a table, with its own columns, or the distinct lines. */
export function profileRequest({ entries, table }: PastedProfiles, keepsColumns: boolean): ProfileRequest {
  if (!table || !keepsColumns) return { linkedinUrls: entries.map(entryInput) };
  const byKey = new Map(entries.map((entry) => [linkedinItemKey(entry.linkedinUrl), entry]));
  return {
    linkedinUrls: table.rows.map(({ url }) => {
      const [first = ''] = url.split(CSV_LIST_SEPARATOR);
      const entry = url.trim() === '' ? undefined : byKey.get(linkedinItemKey(first));
      return entry ? entryInput({ ...entry, linkedinUrl: url }) : url;
    }),
    list: { columns: table.columns, rows: table.rows.map(({ record }) => record) },
  };
}

function entryInput({ linkedinUrl, name, company }: LinkedinEntry): LinkedinEntryInput {
  if (name === null && company === null) return linkedinUrl;
  return { linkedinUrl, ...(name === null ? {} : { name }), ...(company === null ? {} : { company }) };
}

/** Adds the text of a file: a table replaces an empty list, of others the lines are added. */
export function textWithFile(before: string, file: string): string {
  const text = file.replace(/^\ufeff/, '').trimEnd();
  if (before.trim() === '') return text;
  const { entries } = readPastedProfiles(text);
  return [before.trimEnd(), ...entries.map(({ linkedinUrl }) => linkedinUrl)].join('\n');
}
