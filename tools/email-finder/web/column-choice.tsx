import { useId } from 'react';
import type { PersonColumns } from '#contract/emails.ts';
import { plural } from '#contract/plural.ts';
import { moreEmailColumns } from '#engines/csv/person-columns.ts';
import { type PersonTable, SAMPLE_ROWS } from '#engines/csv/person-table.ts';
import { Label } from '#web/ui/label.tsx';
import { Select } from '#web/ui/select.tsx';

const FIELDS: { field: Exclude<keyof PersonColumns, 'more_emails'>; label: string }[] = [
  { field: 'first_name', label: 'First name' },
  { field: 'last_name', label: 'Last name' },
  { field: 'full_name', label: 'Full name' },
  { field: 'domain', label: 'Domain or website' },
  { field: 'company', label: 'Company, to find its domain' },
  { field: 'email', label: 'Email to verify' },
];

/** A line without a header can have hundreds of addresses. */
const NAMED_AT_MOST = 5;

interface ColumnChoiceProps {
  list: PersonTable;
  onChange: (choice: { columns?: PersonColumns; hasHeader: boolean }) => void;
  disabled: boolean;
}

/** Shows the detected columns and lets the user change them. */
export function ColumnChoice({ list, onChange, disabled }: ColumnChoiceProps) {
  const id = useId();
  const { columns, hasHeader, header } = list;
  const { email, more_emails: chosen = [] } = columns;
  const emailsBeside = (verified: number) =>
    moreEmailColumns(
      hasHeader ? header : [],
      list.rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells),
      verified,
    );
  // What was found already can be in rows after the sample.
  const others = email === null ? [] : [...new Set([...emailsBeside(email), ...chosen])];
  const withMoreEmails = (verified: number | null, wanted: boolean) =>
    verified !== null && wanted ? emailsBeside(verified) : [];
  const choose = (field: (typeof FIELDS)[number]['field'], index: number | null) =>
    onChange({
      hasHeader,
      columns: {
        ...columns,
        [field]: index,
        ...(field === 'email' && { more_emails: withMoreEmails(index, email === null || chosen.length > 0) }),
      },
    });
  return (
    <fieldset className="grid gap-3" disabled={disabled}>
      <legend className="sr-only">Columns</legend>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-6">
        {FIELDS.map(({ field, label }) => (
          <div key={field} className="grid min-w-0 content-end gap-1.5">
            <Label htmlFor={`${id}-${field}`}>{label}</Label>
            <Select
              id={`${id}-${field}`}
              value={columns[field] ?? ''}
              onChange={({ target: { value } }) => choose(field, value === '' ? null : Number(value))}
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
      {others.length > 0 && (
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={chosen.length > 0}
            onChange={({ target: { checked } }) =>
              onChange({ hasHeader, columns: { ...columns, more_emails: withMoreEmails(email, checked) } })
            }
          />
          <span className="min-w-0 break-words">
            Also verify the emails in {columnNames(others.map((index) => header[index] ?? ''))}
          </span>
        </label>
      )}
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

/** "column_2, column_3" or, for many, the first ones and how many more there are. */
function columnNames(names: readonly string[]): string {
  const more = names.length - NAMED_AT_MOST;
  const first = names.slice(0, NAMED_AT_MOST).join(', ');
  return more > 0 ? `${first} and ${plural(more, 'other column')}` : first;
}
