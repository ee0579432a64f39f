import { useMutation } from '@tanstack/react-query';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { headerOf } from './grid-columns.ts';

export interface DeleteColumnProps {
  list: ListView;
  open: boolean;
  /** the ID of the column */
  column: string;
  onClose: () => void;
  onDeleted: (list: ListView) => void;
}

/** Deletes a column, with the step that fills it if it fills no other one, after a second click. */
export default function DeleteColumn({ list, open, column: id, onClose, onDeleted }: DeleteColumnProps) {
  const field = list.fields.find((each) => each.id === id);
  const step = list.steps.find((each) => each.id === field?.step);
  const others = step?.outputs.filter(({ column }) => column !== id) ?? [];
  const deletion = useMutation({
    async mutationFn() {
      if (step && others.length > 0)
        await invoke(LIST_STEP_CALLS.listStepSave, { id: list.id, step: { ...step, outputs: others } });
      else if (step)
        return invoke(LIST_STEP_CALLS.listStepDelete, { id: list.id, step: step.id, columns: true });
      return invoke(LIST_TABLE_CALLS.listChangeColumns, { id: list.id, delete: [id] });
    },
    onSuccess: onDeleted,
  });
  const name = field ? headerOf(field) : id;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete “${name}”?`}
      help={`Its values in ${plural(list.rows, 'row')} are deleted, too. This can’t be undone.${
        step && others.length === 0 ? ` “${step.name}” no longer runs.` : ''
      }`}
    >
      <div className="flex flex-col gap-4">
        {deletion.error && (
          <Alert tone="danger" title="The column wasn’t deleted">
            {failureMessage(deletion.error)}
          </Alert>
        )}
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" busy={deletion.isPending} onClick={() => deletion.mutate()}>
            Delete column
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}
