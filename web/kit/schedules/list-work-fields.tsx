import type { ListView } from '#contract/lists.ts';
import type { ListWorkView } from '#contract/schedules.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { RUN_CELLS } from './run-cells.ts';

export interface ListWorkFieldsProps {
  list: Pick<ListView, 'steps' | 'views'>;
  /** what the schedule runs now */
  before: ListWorkView;
  work: ListWorkView;
  onWork: (work: ListWorkView) => void;
}

/** The columns that a schedule of a list fills, their cells, and the rows. */
export function ListWorkFields({ list, before, work, onWork }: ListWorkFieldsProps) {
  const steps = list.steps.filter(({ kind }) => kind === 'tool').map(({ id, name }) => ({ id, name }));
  const chosen = chosenSteps(list, work);
  const views = list.views.map(({ name }) => name);
  const gone = work.view !== null && !views.includes(work.view) ? work.view : null;
  function check(id: string, isChecked: boolean) {
    const next = steps.flatMap((each) =>
      (each.id === id ? isChecked : chosen.includes(each.id)) ? [each.id] : [],
    );
    onWork({ ...work, steps: next.length === steps.length ? null : next });
  }
  return (
    <>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1 text-sm font-medium">Columns to fill</legend>
        {steps.map(({ id, name }) => (
          <label key={id} className="flex min-h-8 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-(--accent)"
              checked={chosen.includes(id)}
              onChange={({ target }) => check(id, target.checked)}
            />
            <span className="min-w-0 flex-1 truncate">{name}</span>
          </label>
        ))}
        {chosen.length === 0 && <p className="text-sm text-warning">Choose a column to fill.</p>}
      </fieldset>
      <Field label="Cells">
        {(control) => (
          <Select
            {...control}
            value={work.cells}
            onChange={({ target }) =>
              onWork({
                ...work,
                cells: RUN_CELLS.find(({ cells }) => cells === target.value)?.cells ?? 'empty',
              })
            }
          >
            {RUN_CELLS.map(({ cells, label }) => (
              <option key={cells} value={cells}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Rows"
        error={gone === null ? undefined : `The view “${gone}” was deleted. Choose other rows.`}
        hint={
          work.view === before.view
            ? undefined
            : 'Because of this change, the next run reports rows as new or gone.'
        }
      >
        {(control) => (
          <Select
            {...control}
            value={work.view ?? ''}
            onChange={({ target }) => onWork({ ...work, view: target.value === '' ? null : target.value })}
          >
            <option value="">All rows</option>
            {[...views, ...(gone === null ? [] : [gone])].map((name) => (
              <option key={name} value={name}>
                View “{name}”
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

/** The steps of a list that a schedule works and that are still there. */
function chosenSteps({ steps }: Pick<ListView, 'steps'>, work: ListWorkView): string[] {
  return steps.flatMap(({ id, kind }) =>
    kind === 'tool' && (work.steps === null || work.steps.includes(id)) ? [id] : [],
  );
}

/** Whether a list has what a schedule is to run. */
export function canRunWork(list: Pick<ListView, 'steps' | 'views'>, work: ListWorkView): boolean {
  const hasView = work.view === null || list.views.some(({ name }) => name === work.view);
  return hasView && chosenSteps(list, work).length > 0;
}
