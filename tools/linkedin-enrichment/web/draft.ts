import type { UploadedList } from '#contract/uploaded-list.ts';
import { namedColumn } from '#engines/csv/column-roles.ts';
import { joinColumns, type KnownTable, tableText } from '#engines/csv/join-columns.ts';
import {
  type LinkedinEntry,
  type LinkedinTable,
  type PastedProfiles,
  readPastedProfiles,
} from '#engines/csv/pasted-profiles.ts';
import { readCsvRecord } from '#engines/csv/read-csv.ts';
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
  const sent = new Set<string>();
  return {
    linkedinUrls: table.rows.map(({ url }) => {
      const [first = '', ...more] = url.split(CSV_LIST_SEPARATOR);
      const key = linkedinItemKey(first);
      // Once is enough, and a request has few values.
      if (more.length === 0 && sent.has(key)) return url;
      sent.add(key);
      const entry = url.trim() === '' ? undefined : byKey.get(key);
      return entry ? entryInput({ ...entry, linkedinUrl: url }) : url;
    }),
    list: { columns: table.columns, rows: table.rows.map(({ record }) => record) },
  };
}

function entryInput({ linkedinUrl, name, company }: LinkedinEntry): LinkedinEntryInput {
  if (name === null && company === null) return linkedinUrl;
  return { linkedinUrl, ...(name === null ? {} : { name }), ...(company === null ? {} : { company }) };
}

/**
 * The draft with a file: a table replaces an empty list, and its rows are added to a table in the text. Of others the lines
 * are added.
 */
export function withFile(draft: ProfileDraft, file: string): ProfileDraft {
  const text = file.replace(/^\ufeff/, '').trimEnd();
  if (draft.text.trim() === '') return { ...draft, column: null, text };
  const before = readPastedProfiles(draft.text, { column: draft.column }).table;
  const added = readPastedProfiles(text);
  if (before) {
    const { column } = before;
    const lines = added.entries.map(({ linkedinUrl }) => [linkedinUrl]);
    const rows = added.table
      ? knownTable(added.table)
      : { columns: [before.columns[column] ?? ''], rows: lines, places: [0] };
    return { ...draft, column, text: tableText(joinColumns(knownTable(before), rows)) };
  }
  const lines = added.entries.map(({ linkedinUrl }) => linkedinUrl);
  return { ...draft, column: null, text: [draft.text.trimEnd(), ...lines].join('\n') };
}

/** The draft with a saved page, under a name of its own. The same page is added once. */
export function withPage(draft: ProfileDraft, page: SavedPage): ProfileDraft {
  const { pages } = draft;
  if (pages.some(({ html }) => html === page.html)) return draft;
  const names = new Set(pages.map(({ name }) => name));
  let { name } = page;
  for (let count = 2; names.has(name); count += 1) name = `${page.name} (${count})`;
  return { ...draft, pages: [...pages, { ...page, name }] };
}

/** The cells of a table, with the places of the profiles and of what else a profile is found by. */
function knownTable({ columns, column, rows }: LinkedinTable): KnownTable {
  const others = columns.map((name, index) => (index === column ? '' : name));
  const roles = ['full_name', 'first_name', 'last_name', 'company'] as const;
  return {
    columns,
    rows: rows.map(({ record }) => readCsvRecord(record)),
    places: [column, ...roles.map((role) => namedColumn(others, role))],
  };
}
