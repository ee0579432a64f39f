import { useId } from 'react';
import type { PersonColumns } from '#contract/emails.ts';
import type { PersonTable } from '#engines/csv/person-table.ts';
import { Label } from '#web/ui/label.tsx';
import { Select } from '#web/ui/select.tsx';

const FIELDS: { field: keyof PersonColumns; label: string }[] = [
  { field: 'first_name', label: 'First name' },
  { field: 'last_name', label: 'Last name' },
  { field: 'full_name', label: 'Full name' },
  { field: 'domain', label: 'Domain or website' },
  { field: 'company', label: 'Company, to find its domain' },
  { field: 'email', label: 'Email to verify' },
];

interface ColumnChoiceProps {
  list: PersonTable;
  onChange: (choice: { columns?: PersonColumns; hasHeader: boolean }) => void;
  disabled: boolean;
}

/** Shows the detected columns and lets the user change them. */
export function ColumnChoice({ list, onChange, disabled }: ColumnChoiceProps) {
  const id = useId();
  const { columns, hasHeader, header } = list;
  return (
    <fieldset className="grid gap-3" disabled={disabled}>
      <legend className="sr-only">Columns</legend>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-6">
        {FIELDS.map(({ field, label }) => (
          <div key={field} className="grid min-w-0 gap-1.5">
            <Label htmlFor={`${id}-${field}`}>{label}</Label>
            <Select
              id={`${id}-${field}`}
              value={columns[field] ?? ''}
              onChange={({ target: { value } }) =>
                onChange({ hasHeader, columns: { ...columns, [field]: value === '' ? null : Number(value) } })
              }
            >
              <option value="">Not in this file</option>
              {header.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
                <option key={index} value={index}>
                  {name}
                </option>
              ))}
            </Select>
          </div>
        ))}
      </div>
      <label className="flex min-h-6 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={hasHeader}
          onChange={({ target: { checked } }) => onChange({ hasHeader: checked })}
        />
        The first row is a header
      </label>
    </fieldset>
  );
}
