import type { ListView } from '#contract/lists.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

interface ImportKeyFieldProps {
  /** the list that gets the rows; null for a new one */
  list: Pick<ListView, 'fields' | 'keyColumn'> | null;
  columns: readonly string[];
  /** how the list calls the columns; null for one that is skipped */
  names: readonly (string | null)[];
  /** the column of the file that identifies a row; empty for the one that does so already */
  value: string;
  disabled: boolean;
  onChange: (column: string) => void;
}

/** Which column of a file identifies a row. */
export function ImportKeyField({ list, columns, names, value, disabled, onChange }: ImportKeyFieldProps) {
  const key = list?.fields.find(({ id }) => id === list.keyColumn)?.name;
  const lacksKey = key !== undefined && value === '' && !names.includes(key);
  return (
    <Field
      label="Key column"
      hint={
        lacksKey
          ? `No column goes to “${key}”, so every row is added.`
          : 'Rows with the same value are one row.'
      }
    >
      {(control) => (
        <Select
          {...control}
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{key === undefined ? 'None: add every row' : `As before: ${key}`}</option>
          {columns.map((column, index) => names[index] !== null && <option key={column}>{column}</option>)}
        </Select>
      )}
    </Field>
  );
}
