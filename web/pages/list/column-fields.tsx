import { COLUMN_ROLES, COLUMN_TYPES, ColumnRole, ColumnType } from '#contract/list-columns.ts';
import { ROLE_LABELS } from '../../kit/lists/role-labels.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

const TYPE_LABELS: Readonly<Record<ColumnType, string>> = {
  text: 'Text',
  number: 'Number',
  url: 'Web address',
  email: 'Email',
  phone: 'Phone',
  date: 'Date',
  'yes-no': 'Yes or no',
};

/** What a person says about a column. */
export interface NamedColumn {
  name: string;
  type: ColumnType;
  role: ColumnRole | null;
}

interface ColumnFieldsProps {
  column: NamedColumn;
  /** what is wrong with the name */
  fault: string | undefined;
  /** starts with the focus in the name */
  autoFocus?: boolean;
  onColumn: (change: Partial<NamedColumn>) => void;
}

/** The fields for the name and the type of a column, and what it has. */
export function ColumnFields({
  column: { name, type, role },
  fault,
  autoFocus,
  onColumn,
}: ColumnFieldsProps) {
  return (
    <>
      <Field label="Name" error={fault}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={200}
            autoComplete="off"
            autoFocus={autoFocus}
            onChange={({ target }) => onColumn({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Type" hint="How values are shown and compared. The values themselves never change.">
        {(control) => (
          <Select
            {...control}
            value={type}
            onChange={({ target }) => onColumn({ type: ColumnType.parse(target.value) })}
          >
            {COLUMN_TYPES.map((each) => (
              <option key={each} value={each}>
                {TYPE_LABELS[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="What’s in it" hint="Tools and exports use this to choose their columns.">
        {(control) => (
          <Select
            {...control}
            value={role ?? ''}
            onChange={({ target }) => onColumn({ role: ColumnRole.safeParse(target.value).data ?? null })}
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
    </>
  );
}
