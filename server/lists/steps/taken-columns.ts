import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { listFields } from '../list-fields.ts';
import { rowPages } from '../row-steps.ts';
import type { ListRecord } from '../store.ts';

/**
 * Throws `conflict` if a formula or clean names would replace values that a column has: they are computed at once, and no undo has
 * what was there. A run of a tool can be undone. Reads the rows in steps. `details.columns` are the IDs of the columns.
 */
export async function requireNoValues(
  { database: { db } }: Pick<Deps, 'database'>,
  list: ListRecord,
  draft: StepDraft,
): Promise<void> {
  const taken = takenColumns(list, draft);
  if (taken.length === 0) return;
  const filled = new Set<string>();
  for await (const page of rowPages(db, list.id)) {
    for (const { cells } of page) for (const column of taken) if (cells[column]) filled.add(column);
    if (filled.size === taken.length) break;
    await nextTurn();
  }
  if (filled.size === 0) return;
  const names = listFields(list).flatMap(({ id, name }) => (filled.has(id) ? [`“${name}”`] : []));
  throw new CallError(
    'conflict',
    `${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} values that would be replaced. Choose a new column, or replace them with \`replace: true\`.`,
    { details: { columns: [...filled] } },
  );
}

/** The columns that a step computes at once from now on. */
function takenColumns({ steps, columns }: ListRecord, { id, kind, outputs }: StepDraft): string[] {
  if (kind === 'tool') return [];
  const known = steps.find((step) => step.id === id);
  const own = known && known.kind !== 'tool' ? known.outputs.map(({ column }) => column) : [];
  return outputs.flatMap(({ column }) =>
    column !== undefined && columns.includes(column) && !own.includes(column) ? [column] : [],
  );
}
