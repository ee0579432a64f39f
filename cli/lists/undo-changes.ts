import { z } from 'zod';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { CALLS } from '#contract/calls.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { UsageError } from '../usage-error.ts';
import { findList } from './find-list.ts';
import { RefusedCall, type ServerCalls, serverCalls } from './server-calls.ts';

/** The line that says how to undo changes of a list; empty if there are none. */
export function undoHint(list: string, changes: readonly string[]): string {
  return changes.length > 0 ? `To undo it: leadwell lists undo ${list} ${changes.join(' ')}\n` : '';
}

/**
 * Undoes changes of a list by their IDs, the last one first, or with `run` its last run. What was changed since stays, and the
 * command says how many rows. Throws UsageError for anything that is no ID.
 */
export async function undoChanges(
  wanted: string,
  changes: readonly string[],
  { run }: { run: boolean },
): Promise<void> {
  if (run === changes.length > 0)
    throw new UsageError('Name the changes that “lists add” printed, or use --run for the last run.');
  const wrong = changes.find((change) => !z.uuid().safeParse(change).success);
  if (wrong !== undefined) throw new UsageError(`“${wrong}” isn’t the ID of a change.`);
  const server = serverCalls();
  const list = await findList(server, wanted);
  if (run) await undoLastRun(server, list);
  else await undoEdits(server, list, changes.toReversed());
}

/**
 * Undoes edits in this order. Of several, those that can't be undone any more are named and skipped, and after another failure the
 * error says how to go on with the rest.
 */
async function undoEdits(server: ServerCalls, list: ListView, edits: readonly string[]): Promise<void> {
  const reasons = new Map<string, number>();
  const note = (reason: string) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const skipped: string[] = [];
  let undone = 0;
  const report = () => {
    const part = undone < edits.length ? `${undone} of ${plural(edits.length, 'change')} ` : '';
    process.stderr.write(`${list.name}: ${part}undone\n`);
    for (const [reason, count] of reasons) process.stderr.write(`  ${plural(count, 'row')}: ${reason}\n`);
    for (const line of skipped) process.stderr.write(`  ${line}\n`);
  };
  for (const [index, edit] of edits.entries()) {
    try {
      const { refused, notes } = await server.invoke(CALLS.listUndo, { id: list.id, edit });
      for (const { reason } of refused) note(reason);
      for (const { text } of notes) note(text);
      undone += 1;
    } catch (error) {
      if (!(error instanceof OperatorError) || edits.length === 1) throw error;
      if (error instanceof RefusedCall && error.code === 'not_found') {
        skipped.push(`${edit}: ${error.message}`);
        continue;
      }
      report();
      const left = edits.slice(index).toReversed().join(' ');
      throw new OperatorError(`${error.message}\nTo go on: leadwell lists undo ${list.id} ${left}`, {
        cause: error,
      });
    }
  }
  report();
  if (undone === 0) process.exitCode = 1;
}

async function undoLastRun(server: ServerCalls, list: ListView): Promise<void> {
  const { run, undone } = await server.invoke(LIST_STEP_CALLS.listRunLatest, { id: list.id });
  if (!run) throw new OperatorError(`“${list.name}” never ran.`);
  if (undone) throw new OperatorError(`The last run of “${list.name}” was undone already.`);
  const { cells, forgotten = 0 } = await server.invoke(LIST_STEP_CALLS.listRunUndo, { task: run.id });
  process.stderr.write(`${list.name}: undone, ${plural(cells, 'cell')}\n`);
  if (forgotten > 0)
    process.stderr.write(
      `  ${plural(forgotten, 'cell')}: what the run found stays, because the earlier values are no longer kept\n`,
    );
}
