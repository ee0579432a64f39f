import type { ListColumn } from '#contract/list-columns.ts';
import type { ListColumns, ListSource, ListView } from '#contract/lists.ts';
import { findSite } from '#extension/sites.ts';
import type { ListStart, TaskTools } from '../tasks/task-tool.ts';

/** Columns of the lead databases whose names tools don't know. */
const LEAD_COLUMNS: Readonly<Record<string, string>> = {
  Work_Email_1: 'email',
  Location_Country: 'country',
};
const BUSINESS_COLUMNS: Readonly<Record<string, string>> = {
  name: 'company',
  websites: 'website',
  emails: 'email',
  phones: 'phone',
};

/** What a column of a list is, by the names that tools know. */
function columnMeaning(source: ListSource, column: string): string {
  const meaning = sourceMeaning(source, column);
  if (meaning !== undefined) return meaning;
  const plain = plainName(column);
  return plain === 'name' ? 'full_name' : plain;
}

/** What a column is whose name means something else in its source than in other lists; undefined for any other column. */
export function sourceMeaning(source: ListSource, column: string): string | undefined {
  const known = meaningsOf(source);
  // Objects have more names than these, such as `__proto__`.
  return Object.hasOwn(known, column) ? known[column] : undefined;
}

function meaningsOf(source: ListSource): Readonly<Partial<Record<string, string>>> {
  if (source.kind === 'extension') return findSite(source.site).columnMeanings ?? {};
  if (source.kind !== 'leads') return {};
  return source.database === 'local_businesses' ? BUSINESS_COLUMNS : LEAD_COLUMNS;
}

/** `linkedinUrl` and `LinkedIn URL` are `linkedin_url`. */
function plainName(column: string): string {
  return column
    .trim()
    .replace(/linkedin/i, 'linkedin')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}

/** The column for each role of a tool, by name or by what the list says that it has (`fields`); null for none. */
export function chooseColumns(
  { roles }: Pick<ListStart, 'roles'>,
  source: ListSource,
  columns: readonly string[],
  fields: readonly ListColumn[] = [],
): ListColumns {
  const meanings = columns.map((column) => columnMeaning(source, column));
  const given = new Map(fields.map((field) => [field.id, field.role]));
  const chosen = new Map<string, string | null>();
  for (const { role, names, extra = false } of roles) {
    const taken = extra ? [...chosen.values()] : [];
    const named = (name: string) =>
      columns.find(
        (column, index) =>
          (meanings[index] === name || given.get(column) === name) && !taken.includes(column),
      );
    const name = names.find((each) => named(each) !== undefined);
    chosen.set(role, name === undefined ? null : (named(name) ?? null));
  }
  return Object.fromEntries(chosen);
}

/** The tools that can start with the columns of a list, in the order of the navigation. */
export function toolsFor(
  tools: TaskTools,
  source: ListSource,
  columns: readonly string[],
  fields: readonly ListColumn[] = [],
): ListView['tools'] {
  const inOrder = [...tools.values()].sort((a, b) => a.definition.nav.order - b.definition.nav.order);
  return inOrder.flatMap(({ definition, fromList }) => {
    if (!fromList || fromList.problem(chooseColumns(fromList, source, columns, fields)) !== null) return [];
    const { type } = definition.task;
    const { action, more = [] } = fromList;
    // A list of a tool's own results is already worked.
    const isOwn = source.kind === 'task' && source.type === type;
    return [...(isOwn ? [] : [{ type, action }]), ...more.map((each) => ({ type, ...each }))];
  });
}
