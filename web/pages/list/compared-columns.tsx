import type { StepTry } from '#contract/list-steps.ts';
import type { ListView } from '#contract/lists.ts';
import { headerOf } from './grid-columns.ts';

interface ComparedColumnsProps {
  list: ListView;
  each: StepTry;
  /** the columns that say who a row is about, by what they are */
  columns: Readonly<Record<string, string>>;
  onTry: (changed: StepTry) => void;
}

/** The columns of a list by which its rows are looked for in another one. */
export function ComparedColumns({ list, each, columns: known, onTry }: ComparedColumnsProps) {
  const columns = Object.entries(known);
  const used = new Set(Object.values(each.inputs));
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">Columns to compare</legend>
      {columns.length === 0 && (
        <p className="text-sm text-muted-foreground">
          This list has no column with emails, websites, profiles, phones, companies or names. Say in a
          column’s menu what it is about.
        </p>
      )}
      {columns.map(([input, column]) => {
        const field = list.fields.find(({ id }) => id === column);
        return (
          <label key={input} className="flex min-h-7 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={used.has(column)}
              onChange={({ target }) => {
                const wanted = columns.filter(([, id]) => (id === column ? target.checked : used.has(id)));
                onTry({ ...each, inputs: Object.fromEntries(wanted) });
              }}
            />
            {field ? headerOf(field) : column}
          </label>
        );
      })}
    </fieldset>
  );
}
