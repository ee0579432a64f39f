import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { NAME_FIELDS } from '#contract/list-steps.ts';
import type { ListView } from '#contract/lists.ts';
import { fieldsOfTries } from '../../kit/lists/step-draft.ts';
import { ColumnSelect } from './column-select.tsx';

interface OutputsFieldProps {
  list: ListView;
  draft: StepDraft;
  onDraft: (draft: StepDraft) => void;
}

/** Which values of a step fill columns: new ones, or columns that the list has. */
export function OutputsField({ list, draft, onDraft }: OutputsFieldProps) {
  const fields = draft.kind === 'tool' ? fieldsOfTries(draft.tries) : NAME_FIELDS;
  if (fields.length === 0) return null;
  const own = new Set(draft.outputs.flatMap(({ column }) => column ?? []));
  // A column that another step fills isn't offered.
  const free = list.fields.filter(({ id, step }) => step === null || step === draft.id || own.has(id));
  const outputs = (field: string) => draft.outputs.find((each) => each.field === field);
  const change = (field: string, changed: { column?: string } | null) => {
    const others = draft.outputs.filter((each) => each.field !== field);
    onDraft({ ...draft, outputs: changed === null ? others : [...others, { field, ...changed }] });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Values to keep</legend>
      {fields.map(({ field, label }) => {
        const output = outputs(field);
        return (
          <div key={field} className="flex min-h-8 items-center gap-3">
            <label className="flex min-h-6 flex-1 items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={output !== undefined}
                onChange={({ target }) => change(field, target.checked ? {} : null)}
              />
              {label}
            </label>
            {output && (
              <ColumnSelect
                aria-label={`Column for ${label}`}
                size="sm"
                className="w-44"
                fields={free}
                none="New column"
                value={output.column ?? ''}
                onColumn={(column) => change(field, column === '' ? {} : { column })}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
