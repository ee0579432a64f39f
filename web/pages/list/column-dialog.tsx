import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { ColumnName } from '#contract/list-columns.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { ColumnFields, type NamedColumn } from './column-fields.tsx';

export interface ColumnDialogProps {
  list: ListView;
  open: boolean;
  /** the ID of the column */
  column: string;
  onClose: () => void;
  onSaved: (list: ListView) => void;
}

/** Renames a column, and says what it has. */
export default function ColumnDialog({ list, open, column: id, onClose, onSaved }: ColumnDialogProps) {
  const field = list.fields.find((each) => each.id === id);
  const [column, setColumn] = useState<NamedColumn>({
    name: field?.name ?? '',
    type: field?.type ?? 'text',
    role: field?.role ?? null,
  });
  const [isKey, setIsKey] = useState(list.keyColumn === id);
  const [fault, setFault] = useState<string>();
  const save = useMutation({
    mutationFn: (checked: string) =>
      invoke(LIST_TABLE_CALLS.listChangeColumns, {
        id: list.id,
        change: [{ ...column, id, name: checked }],
        ...(isKey === (list.keyColumn === id) ? {} : { keyColumn: isKey ? id : null }),
      }),
    onSuccess: onSaved,
  });
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Name and type">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const checked = ColumnName.safeParse(column.name);
          setFault(checked.error?.issues[0]?.message);
          if (checked.success && !save.isPending) save.mutate(checked.data);
        }}
      >
        {save.error && (
          <Alert tone="danger" title="The column wasn’t changed">
            {failureMessage(save.error)}
          </Alert>
        )}
        <ColumnFields
          column={column}
          fault={fault}
          onColumn={(change) => setColumn({ ...column, ...change })}
        />
        <label className="flex min-h-8 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={isKey}
            onChange={({ target }) => setIsKey(target.checked)}
          />
          Key column: an imported row with the same value updates its row
        </label>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
