import type { ListView } from '#contract/lists.ts';
import { Select } from '../../ui/select.tsx';
import { dateColumnFor, dateColumns, newDateColumn } from './export-date-column.ts';
import { headerOf } from './grid-columns.ts';

interface ExportDateFieldProps {
  list: ListView;
  /** the name of the column, a new one or one of the list; null for none */
  column: string | null;
  onColumn: (column: string | null) => void;
}

/** Which column gets the date of an export: a new one, or one for dates that no step fills. */
export function ExportDateField({ list, column, onColumn }: ExportDateFieldProps) {
  const columns = dateColumns(list);
  const isKnown = columns.some(({ name }) => name === column);
  const created = newDateColumn(list);
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <label className="flex min-h-8 cursor-pointer items-start gap-2.5 py-1">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-(--accent)"
          checked={column !== null}
          onChange={({ target }) => onColumn(target.checked ? dateColumnFor(list, '') : null)}
        />
        Write today’s date into a column
      </label>
      {column !== null && (
        <Select
          aria-label="Column for the date"
          className="w-52"
          value={isKnown ? column : ''}
          onChange={({ target }) => onColumn(target.value || created)}
        >
          <option value="">{`New: ${created}`}</option>
          {columns.map((field) => (
            <option key={field.id} value={field.name}>
              {headerOf(field)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

/** The day of a person, as text: 2026-11-27. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
