import type { ListColumn } from '#contract/list-columns.ts';
import { Button } from '../../ui/button.tsx';
import { headerOf } from './grid-columns.ts';

interface ExportColumnsFieldProps {
  fields: readonly ListColumn[];
  /** columns that aren't in the file */
  leftOut: readonly string[];
  onLeftOut: (columns: string[]) => void;
}

/** Which columns of a list are in its file. */
export function ExportColumnsField({ fields, leftOut, onLeftOut }: ExportColumnsFieldProps) {
  const count = fields.filter(({ id }) => !leftOut.includes(id)).length;
  return (
    <fieldset>
      <legend className="sr-only">Columns</legend>
      <div className="mb-1 flex items-center gap-2">
        <span aria-hidden className="flex-1 text-sm font-medium">
          Columns{' '}
          <span className="font-normal whitespace-nowrap text-muted-foreground tabular-nums">
            {count} of {fields.length}
          </span>
        </span>
        <Button variant="ghost" size="sm" disabled={count === fields.length} onClick={() => onLeftOut([])}>
          Select all
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={count === 0}
          onClick={() => onLeftOut(fields.map(({ id }) => id))}
        >
          Select none
        </Button>
      </div>
      <div className="grid max-h-44 grid-cols-1 overflow-y-auto rounded-md border border-border p-1.5 sm:grid-cols-2">
        {fields.map((field) => (
          <label
            key={field.id}
            className="flex min-h-8 min-w-0 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-muted has-focus-visible:bg-muted"
          >
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-(--accent)"
              checked={!leftOut.includes(field.id)}
              onChange={({ target: { checked } }) => {
                const others = leftOut.filter((id) => id !== field.id);
                onLeftOut(checked ? others : [...others, field.id]);
              }}
            />
            <span className="min-w-0 truncate">{headerOf(field)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
