import { z } from 'zod';
import { ListName } from './lists.ts';
import { SavedRowsOf } from './task-save.ts';

/** What is saved of a task to which list, by hand or at its end. */
export const SaveTarget = z.object({ name: ListName, ...SavedRowsOf.shape });

/** Where a start call wants the results of its task. */
export const StartSave = SaveTarget.describe(
  'Saves the results to a list when the task ends, as `list-save-task` does: also those of a task that was stopped, and again after a resumed one ended. A list with this name is added to, also if it is renamed meanwhile. `save` of the task says how it went.',
);
export type StartSave = z.infer<typeof StartSave>;
