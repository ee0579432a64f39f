import { CALLS } from '#contract/calls.ts';
import type { ListView } from '#contract/lists.ts';
import { textTable } from '../text-table.ts';
import { serverCalls } from './server-calls.ts';

/** Prints the lists of the account as a table, or as one JSON object per line. */
export async function showLists(json: boolean): Promise<void> {
  const { lists } = await serverCalls().invoke(CALLS.lists, {});
  if (lists.length === 0) process.stderr.write('You have no lists yet. “leadwell lists create” makes one.\n');
  else if (json) for (const list of lists) process.stdout.write(`${JSON.stringify(list)}\n`);
  else process.stdout.write(table(lists));
}

function table(lists: readonly ListView[]): string {
  return textTable([
    ['ID', 'ROWS', 'STEPS', 'CHANGED', 'NAME'],
    ...lists.map(({ id, rows, steps, updatedAt, name }) => [
      id,
      rows.toLocaleString('en-US'),
      String(steps.length),
      updatedAt.slice(0, 10),
      name,
    ]),
  ]);
}
