import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmailInput, EmailReason } from '#contract/emails.ts';
import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import { uniqueColumnName } from '#engines/csv/read-table.ts';
import { emailItemKey } from '#engines/list-items/person.ts';
import type { OptOutDeps } from '#server/opt-outs/opt-outs.ts';
import { joinedResults } from '#server/tasks/joined-results.ts';
import { isOptedOutInput, optedOutCells, optedOutInput } from '#server/tasks/opted-out-inputs.ts';
import { type Result, resultPages } from '#server/tasks/results.ts';
import type { CsvContent, FileLine, FileLines } from '#server/tasks/task-tool.ts';
import { EMAIL_CSV_COLUMNS, emailFinder, parseEmailInput } from '../definition.ts';
import type { StoredUpload } from './person-file.ts';

type Column = (typeof EMAIL_CSV_COLUMNS)[number];

const ROWS_PER_PIECE = 500;
/** Columns that only apply to person lookups, not to given addresses. */
const PERSON_COLUMNS: ReadonlySet<Column> = new Set([
  'first_name',
  'last_name',
  'name',
  'best_guess',
  'pattern',
  'runners_up',
]);

const OPTED_OUT_REASON: EmailReason = 'opted-out';
/** What a line says of someone who opted out. */
const KEPT_COLUMNS: ReadonlySet<Column> = new Set(['status', 'reason', 'explanation']);

/**
 * The results of a list in list order: the list's columns, then ours. Every row of the list has its own line, even if
 * several are one item. Rows without a result, or that `content` hides, are omitted.
 */
export async function emailLines(
  deps: OptOutDeps,
  taskId: string,
  list: StoredUpload,
  content: CsvContent,
): Promise<FileLines> {
  const { header } = list.shape;
  // The list's items, or some of them if they were run again: their positions don't follow the list.
  const results = new Map<string, Found>();
  /** by the inputs that remain of people who opted out */
  const swept = new Map<string, Result['fields']>();
  const findSwept = (input: EmailInput) =>
    swept.size === 0 ? undefined : swept.get(optedOutInput(deps, emailItemKey(input)));
  let hasCleaned = false;
  for await (const page of resultPages(deps, taskId, emailFinder.task.receiptFields))
    for (const { input, fields } of page.filter(content.shows)) {
      const written = parseEmailInput(input);
      if (isOptedOutInput(input)) swept.set(input, fields);
      else results.set(list.inputKey(written), { written, fields });
      hasCleaned ||= isCleaned(written, fields);
    }
  const ours = ourColumns(list.shape, hasCleaned).filter((column) => content.columns.includes(column));
  return {
    own: header,
    columns: ours,
    names: ours.map((column) => uniqueColumnName(column, header, 'email_')),
    async *pages() {
      let row = 0;
      let ofRemoved: Awaited<ReturnType<typeof byDigest>> | undefined;
      for await (const batch of list.rows()) {
        if (batch.some(({ removed }) => removed)) ofRemoved ??= await byDigest(deps, results.values());
        for (let index = 0; index < batch.length; index += ROWS_PER_PIECE) {
          yield batch
            .slice(index, index + ROWS_PER_PIECE)
            .flatMap(({ cells, inputs, removed }): FileLine[] => {
              row += 1;
              const found = removed
                ? removed.map((item) => swept.get(item) ?? ofRemoved?.get(item))
                : inputs.map((input) => findSwept(input) ?? results.get(list.inputKey(input))?.fields);
              const gone = found.find((answer) => answer?.reason === OPTED_OUT_REASON);
              const result =
                gone ??
                joinedResults(found.map((answer) => (answer && inputs.length > 1 ? named(answer) : answer)));
              if (!result) return [];
              const key = `${taskId} ${row}`;
              if (gone || removed) {
                const values = ours.map((column) => (KEPT_COLUMNS.has(column) ? gone?.[column] : ''));
                return [{ key, own: optedOutCells(header), values, optedOut: true }];
              }
              const own = header.map((_, column) => cells[column] ?? '');
              return [{ key, own, values: ours.map((column) => result[column]) }];
            });
        }
      }
    },
  };
}

/** The results of an item. */
interface Found {
  written: EmailInput;
  fields: Result['fields'];
}

/** Results by what remains of their item in a row that was removed. */
async function byDigest(deps: OptOutDeps, results: Iterable<Found>): Promise<Map<string, Result['fields']>> {
  const found = new Map<string, Result['fields']>();
  for (const { written, fields } of results) {
    found.set(optedOutInput(deps, emailItemKey(written)), fields);
    if (found.size % ROWS_PER_PIECE === 0) await nextTurn();
  }
  return found;
}

/** The result of one of several addresses or companies of a row, whose explanation says which. */
function named(fields: Result['fields']): Result['fields'] {
  const { address, verified_email, best_guess, domain, explanation } = fields;
  const which = [address, verified_email, best_guess, domain].find(
    (text) => typeof text === 'string' && text,
  );
  return which === undefined ? fields : { ...fields, explanation: `${which}: ${explanation}` };
}

/** Whether the result has the name without its title or capitals: "Dr. KARIN" is "Karin". */
function isCleaned(written: EmailInput, { first_name, last_name }: Result['fields']): boolean {
  if ('address' in written || typeof first_name !== 'string' || typeof last_name !== 'string') return false;
  return first_name !== written.first_name.trim() || last_name !== written.last_name.trim();
}

/** Our columns without those the list already has. */
function ourColumns({ columns }: StoredUpload['shape'], hasCleaned: boolean): Column[] {
  const verifies = !hasRequiredColumns({ ...columns, email: null });
  return EMAIL_CSV_COLUMNS.filter((column) => {
    if (column === 'domain') return columns.domain === null || columns.company !== null;
    if (column === 'first_name' || column === 'last_name')
      return (columns[column] === null || hasCleaned) && !(verifies && PERSON_COLUMNS.has(column));
    if (column === 'name' && columns.full_name !== null) return false;
    return !(verifies && PERSON_COLUMNS.has(column));
  });
}
