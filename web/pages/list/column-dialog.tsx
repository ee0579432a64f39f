import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { COLUMN_ROLES, COLUMN_TYPES, ColumnName, ColumnRole, ColumnType } from '#contract/list-columns.ts';
import type { ListView } from '#contract/lists.ts';
import { ROLE_LABELS } from '../../kit/lists/role-labels.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

export interface ColumnDialogProps {
  list: ListView;
  open: boolean;
  /** the ID of the column */
  column: string;
  onClose: () => void;
  onSaved: (list: ListView) => void;
}

const TYPE_LABELS: Readonly<Record<ColumnType, string>> = {
  text: 'Text',
  number: 'Number',
  url: 'Web address',
  email: 'Email',
  phone: 'Phone',
  date: 'Date',
  'yes-no': 'Yes or no',
};

/** Renames a column, and says what it has. */
export default function ColumnDialog({ list, open, column: id, onClose, onSaved }: ColumnDialogProps) {
  const field = list.fields.find((each) => each.id === id);
  const [name, setName] = useState(field?.name ?? '');
  const [type, setType] = useState<ColumnType>(field?.type ?? 'text');
  const [role, setRole] = useState<ColumnRole | null>(field?.role ?? null);
  const [isKey, setIsKey] = useState(list.keyColumn === id);
  const [fault, setFault] = useState<string>();
  const save = useMutation({
    mutationFn: (checked: string) =>
      invoke(LIST_TABLE_CALLS.listChangeColumns, {
        id: list.id,
        change: [{ id, name: checked, type, role }],
        ...(isKey === (list.keyColumn === id) ? {} : { keyColumn: isKey ? id : null }),
      }),
    onSuccess: onSaved,
  });
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Name and type">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const checked = ColumnName.safeParse(name);
          setFault(checked.error?.issues[0]?.message);
          if (checked.success && !save.isPending) save.mutate(checked.data);
        }}
      >
        {save.error && (
          <Alert tone="danger" title="The column wasn’t changed">
            {failureMessage(save.error)}
          </Alert>
        )}
        <Field label="Name" error={fault}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label="Type" hint="How values are shown and compared. The values themselves never change.">
          {(control) => (
            <Select
              {...control}
              value={type}
              onChange={({ target }) => setType(ColumnType.parse(target.value))}
            >
              {COLUMN_TYPES.map((each) => (
                <option key={each} value={each}>
                  {TYPE_LABELS[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="What it has" hint="Tools and exports choose their columns by it.">
          {(control) => (
            <Select
              {...control}
              value={role ?? ''}
              onChange={({ target }) => setRole(ColumnRole.safeParse(target.value).data ?? null)}
            >
              <option value="">Something else</option>
              {COLUMN_ROLES.map((each) => (
                <option key={each} value={each}>
                  {ROLE_LABELS[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <label className="flex min-h-8 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={isKey}
            onChange={({ target }) => setIsKey(target.checked)}
          />
          Key column: an imported row with the same value updates its row
        </label>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
