import { CallError } from '#contract/errors.ts';
import { columnsRead } from '#engines/list-steps/step-order.ts';
import type { Tx } from '../../platform/database/db.ts';
import { requireUnfiltered } from '../column-changes.ts';
import { listFields } from '../list-fields.ts';
import { storeRefresh, storeRekey } from '../refresh-store.ts';
import { type ListRecord, setKeyColumn, storeTable } from '../store.ts';
import { dropSecrets } from './step-secrets.ts';

/**
 * Removes a step from a list; what it said in each row goes with the next computing of the rows. Its columns stay as plain ones, or
 * go, too, and the key column with them. A run that works it skips it, free of charge.
 * Returns the IDs of columns that went. Throws CallError for a step that the list doesn't have, and for columns that another
 * step reads or a view filters by.
 */
export async function deleteStep(
  tx: Tx,
  list: ListRecord,
  { step: id, columns }: { step: string; columns: boolean },
  at: Date,
): Promise<string[]> {
  const step = list.steps.find((each) => each.id === id);
  if (!step) throw new CallError('not_found');
  const steps = list.steps.filter((each) => each.id !== id);
  const filled = new Set(step.outputs.map(({ column }) => column));
  const reader = columns && steps.find((each) => columnsRead(each).some((column) => filled.has(column)));
  if (reader)
    throw new CallError(
      'conflict',
      `“${reader.name}” reads a column of this step. Change or delete “${reader.name}” first.`,
    );
  if (columns) for (const column of filled) requireUnfiltered(list, column);
  const fields = listFields(list)
    .filter((field) => !(columns && field.step === id))
    .map((field) => (field.step === id ? { ...field, step: null, field: null } : field));
  const gone = list.columns.filter((column) => !fields.some((field) => field.id === column));
  await storeTable(tx, list.id, { fields, steps, at });
  if (list.key_column !== null && gone.includes(list.key_column)) {
    await setKeyColumn(tx, list.id, null);
    await storeRekey(tx, list.id);
  } else await storeRefresh(tx, list.id);
  await dropSecrets(tx, list.id, steps);
  return gone;
}
