import { X } from 'lucide-react';
import { cutText } from '#contract/cut-text.ts';
import { COLUMN_NAME_MAX_CHARS, type ListColumn } from '#contract/list-columns.ts';
import type { LookUpField } from '#contract/list-look-up.ts';
import type { ListView } from '#contract/lists.ts';
import { uniqueColumnName } from '#engines/csv/read-table.ts';
import { Button } from '../../ui/button.tsx';
import { ColumnSelect } from './column-select.tsx';
import { headerOf } from './grid-columns.ts';

/** Room for what makes a name unique, such as `_12`. */
const END_CHARS = 4;

interface TakenColumnsProps {
  /** the list that the values are taken of */
  other: ListView;
  fields: readonly LookUpField[];
  onFields: (fields: LookUpField[]) => void;
}

/** The columns of another list whose values are taken. */
export function TakenColumns({ other, fields, onFields }: TakenColumnsProps) {
  const missing = fields.filter(({ column }) => !other.fields.some(({ id }) => id === column));
  const without = (field: LookUpField) => fields.filter((each) => each !== field);
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-sm font-medium">Columns to take</legend>
      <div className="grid max-h-56 gap-1 overflow-y-auto">
        {other.fields.map((column) => {
          const taken = fields.find((field) => field.column === column.id);
          return (
            <label key={column.id} className="flex min-h-7 items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-(--accent)"
                checked={taken !== undefined}
                onChange={() => onFields(taken ? without(taken) : [...fields, newField(column, fields)])}
              />
              <span className="min-w-0 truncate">{headerOf(column)}</span>
            </label>
          );
        })}
      </div>
      {missing.map((field) => (
        <div key={field.name} className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-2 text-sm">
          <span className="col-span-2 wrap-anywhere">
            That list has no column for “{field.name}”. Take this one:
          </span>
          <ColumnSelect
            aria-label={`Column of ${other.name} for ${field.name}`}
            size="sm"
            fields={other.fields}
            none="Choose a column"
            value=""
            onColumn={(id) => {
              const column = other.fields.find((each) => each.id === id);
              if (column)
                onFields(
                  fields.map((each) => (each === field ? { ...each, column: id, type: column.type } : each)),
                );
            }}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Don’t take ${field.name}`}
            onClick={() => onFields(without(field))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
    </fieldset>
  );
}

function newField({ id, name, type }: ListColumn, fields: readonly LookUpField[]): LookUpField {
  const names = fields.map((field) => field.name);
  const cut = cutText(name, COLUMN_NAME_MAX_CHARS - END_CHARS);
  return { name: uniqueColumnName(cut, names, ''), column: id, type };
}
