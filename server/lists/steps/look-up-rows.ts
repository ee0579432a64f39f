import { cutText } from '#contract/cut-text.ts';
import type { LookUpAnswer, LookUpItem } from '#contract/list-look-up.ts';
import type { OptOutDeps } from '../../opt-outs/opt-outs.ts';
import { listFields } from '../list-fields.ts';
import type { ListRecord } from '../store.ts';
import { matchRows, type RowMatches, readMatches, rowName } from './match-rows.ts';

const VALUE_MAX_CHARS = 10_000;

type Cells = Readonly<Record<string, string>>;

/**
 * Looks rows up in a list of an account: finds them as "Is it in a list?" does, and takes values of the row there. Returns an answer
 * for each, in the same order. Rows about people who opted out give nothing.
 */
export async function lookUpRows(
  deps: OptOutDeps,
  accountId: string,
  items: readonly LookUpItem[],
): Promise<LookUpAnswer[]> {
  const wanted = items.map(({ list, companies, texts }) => ({ lists: [list], companies, texts }));
  const matches = await matchRows(deps, accountId, wanted);
  const cellsOf = await readMatches(
    deps,
    matches.flatMap(({ found }) => found),
  );
  const columns = new Map<ListRecord, ReadonlySet<string>>();
  const columnsOf = (list: ListRecord) => {
    const known = columns.get(list) ?? new Set(listFields(list).map(({ id }) => id));
    columns.set(list, known);
    return known;
  };
  return items.map((item, at) => {
    const match = matches[at];
    const list = match?.lists[0];
    if (!match || !list) return { kind: 'gone', list: null };
    const unknown = item.fields.find(({ column }) => !columnsOf(list).has(column));
    if (unknown) return { kind: 'gone', list: list.name, field: unknown.name };
    return answerOf(item, list, match, cellsOf);
  });
}

function answerOf(
  { fields }: LookUpItem,
  list: ListRecord,
  { isStrange, tooLarge, found: [found] }: RowMatches,
  cellsOf: (match: RowMatches['found'][number]) => Cells | undefined,
): LookUpAnswer {
  if (tooLarge !== null) return { kind: 'too-large', list: tooLarge };
  if (isStrange) return { kind: 'strange' };
  if (!found) return { kind: 'none', list: list.name };
  const cells = cellsOf(found);
  if (!cells) return { kind: 'hidden', list: list.name };
  const values = fields.flatMap(({ name, column }) => {
    const text = cells[column] ?? '';
    return text.trim() === '' ? [] : [[name, cutText(text, VALUE_MAX_CHARS)] as const];
  });
  return {
    kind: 'found',
    list: list.name,
    row: rowName(list, cells),
    key: found.key,
    values: Object.fromEntries(values),
  };
}
