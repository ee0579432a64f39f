import { ExistingRows } from '#contract/calls/list-table-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

const EXISTING: Readonly<Record<ExistingRows, string>> = {
  update: 'Update them',
  fill: 'Fill only their empty cells',
  keep: 'Leave them as they are',
};

interface ImportMatchingProps {
  /** the list that gets the rows; null for a new one */
  list: Pick<ListView, 'fields' | 'keyColumn'> | null;
  columns: readonly string[];
  /** what the list calls the columns; null for one that is skipped */
  names: readonly (string | null)[];
  /** the column of the file that identifies a row; empty for the one that does so already */
  keyColumn: string;
  existing: ExistingRows;
  disabled: boolean;
  onKeyColumn: (column: string) => void;
  onExisting: (existing: ExistingRows) => void;
}

/** Which column of a file identifies a row, and what happens to rows already in the list. */
export function ImportMatching({
  list,
  columns,
  names,
  keyColumn,
  existing,
  disabled,
  onKeyColumn,
  onExisting,
}: ImportMatchingProps) {
  const key = list?.fields.find(({ id }) => id === list.keyColumn)?.name;
  const lacksKey = key !== undefined && keyColumn === '' && !names.includes(key);
  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="w-64">
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
              value={keyColumn}
              disabled={disabled}
              onChange={({ target }) => onKeyColumn(target.value)}
            >
              <option value="">{key === undefined ? 'None: add every row' : `As before: ${key}`}</option>
              {columns.map(
                (column, index) => names[index] !== null && <option key={column}>{column}</option>,
              )}
            </Select>
          )}
        </Field>
      </div>
      {list && !lacksKey && (key !== undefined || keyColumn !== '') && (
        <div className="w-64">
          <Field label="Rows already in the list">
            {(control) => (
              <Select
                {...control}
                value={existing}
                disabled={disabled}
                onChange={({ target }) => onExisting(ExistingRows.parse(target.value))}
              >
                {ExistingRows.options.map((each) => (
                  <option key={each} value={each}>
                    {EXISTING[each]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
