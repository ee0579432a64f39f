import { stepTool } from '#tools/index/step-tools.ts';
import { makeList } from './lists/steps/test-step-lists.ts';
import type { TaskBench } from './tasks/test-tasks.ts';

/** A list with one row for each result, and a step whose cells have the results as evidence. Returns the list. */
export async function plantCells(
  { deps }: TaskBench,
  accountId: string,
  results: readonly { type: string; row: object }[],
): Promise<string> {
  const { db } = deps.database;
  const rows = results.map((_, index) => ({ Note: `${index}` }));
  const id = await makeList(deps, accountId, rows, 'Cells');
  const step = {
    id: 's1',
    name: 'Extract',
    conditions: [],
    kind: 'tool',
    tries: [{ tool: 'website-extraction', options: {}, inputs: { website: 'Note' }, accepts: [] }],
    outputs: [{ field: 'emails', column: 'Note' }],
  };
  await db
    .updateTable('lists')
    .set({ steps: JSON.stringify([step]) })
    .where('id', '=', id)
    .execute();
  const stored = await db
    .selectFrom('list_rows')
    .select('id')
    .where('list_id', '=', id)
    .orderBy('id')
    .execute();
  for (const [index, { type, row }] of results.entries()) {
    const answer = { tool: type, verdict: null, found: true, failed: false, accepted: true, charge: 1, row };
    await db
      .insertInto('list_cells')
      .values({
        list_id: id,
        row_id: Number(stored[index]?.id),
        step: 's1',
        status: 'done',
        answered_by: 0,
        tries: JSON.stringify([{ ...answer, text: stepTool(type)?.summary(row as never) ?? '' }]),
        charge: 1,
        input_hash: 'x',
        worked_at: new Date(deps.clock.now()),
      })
      .execute();
  }
  return id;
}
