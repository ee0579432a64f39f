import { useMutation } from '@tanstack/react-query';
import { Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { LIST_STEP_CALLS, type StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ColumnSelect, withInput } from './column-select.tsx';
import { ConditionsField } from './conditions-field.tsx';
import { FormulaField } from './formula-field.tsx';
import { KnownField } from './known-field.tsx';
import { OutputsField } from './outputs-field.tsx';
import { OwnColumnForm } from './own-column-form.tsx';
import { StepChoices } from './step-choices.tsx';
import { stepToDraft } from './step-to-draft.ts';
import { TriesField } from './tries-field.tsx';

export interface StepSheetProps {
  list: ListView;
  open: boolean;
  /** the plan includes what tools do */
  isIncluded: boolean;
  /** the step to change, as it is stored; null for a new one */
  draft: StepDraft | null;
  onClose: () => void;
  /** the step was saved, and the list has its columns */
  onSaved: (list: ListView, step: string, isNew: boolean) => void;
  onDeleted: (list: ListView) => void;
  /** the list has a column that people fill in, at its end */
  onAdded: (list: ListView) => void;
}

/** Adds a column that people, a tool, a formula or a clean name fill, or changes what fills one. */
export default function StepSheet({
  list,
  open,
  isIncluded,
  draft: given,
  onClose,
  onSaved,
  onDeleted,
  onAdded,
}: StepSheetProps) {
  const [isOwn, setIsOwn] = useState(false);
  const [draft, setDraft] = useState<StepDraft | null>(given && stepToDraft(given, list.fields));
  const isNew = given?.id === undefined;
  const { listStepSave, listStepDelete } = LIST_STEP_CALLS;
  const save = useMutation({
    mutationFn: ({ step, replace }: { step: StepDraft; replace?: boolean }) =>
      invoke(listStepSave, { id: list.id, step, ...(replace ? { replace } : {}) }),
    onSuccess: (saved) => onSaved(saved.list, saved.step, isNew),
  });
  const remove = useMutation({
    mutationFn: ({ step, columns }: { step: string; columns: boolean }) =>
      invoke(listStepDelete, { id: list.id, step, columns }),
    onSuccess: onDeleted,
  });
  const error = save.error ?? remove.error;
  const taken = takenColumns(list, save.error);
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      side="right"
      title={isNew ? 'Add a column' : `Change “${given?.name}”`}
      className="w-[min(30rem,100vw)]"
    >
      <div className="flex items-center justify-between gap-3 border-b border-border px-5 py-3">
        <h2 className="truncate text-xl tracking-tight">{isNew ? 'Add a column' : given?.name}</h2>
        <Button variant="ghost" size="icon-sm" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {isOwn ? (
        <OwnColumnForm list={list} onBack={() => setIsOwn(false)} onAdded={onAdded} />
      ) : draft === null ? (
        <StepChoices list={list} isIncluded={isIncluded} onOwn={() => setIsOwn(true)} onChoose={setDraft} />
      ) : (
        <form
          noValidate
          className="flex min-h-0 flex-1 flex-col"
          onSubmit={(event) => {
            event.preventDefault();
            // The form of a filter is inside, on the page of React.
            if (event.target === event.currentTarget) save.mutate({ step: draft });
          }}
        >
          <div className="grid flex-1 content-start gap-5 overflow-y-auto px-5 py-4">
            <Field label="Name">
              {(control) => (
                <Input
                  {...control}
                  value={draft.name}
                  maxLength={200}
                  autoComplete="off"
                  onChange={({ target }) => setDraft({ ...draft, name: target.value })}
                />
              )}
            </Field>
            {draft.kind === 'tool' && <TriesField list={list} draft={draft} onDraft={setDraft} />}
            {draft.kind === 'formula' && (
              <FormulaField
                list={list}
                formula={draft.formula}
                onFormula={(formula) => setDraft({ ...draft, formula })}
              />
            )}
            {draft.kind === 'name' && <NameInputs list={list} draft={draft} onDraft={setDraft} />}
            {draft.kind === 'tool' && <KnownField list={list} draft={draft} onDraft={setDraft} />}
            {draft.kind !== 'formula' && <OutputsField list={list} draft={draft} onDraft={setDraft} />}
            {draft.kind === 'tool' && <ConditionsField list={list} draft={draft} onDraft={setDraft} />}
            {error && (
              <div ref={showWhole}>
                {taken.length > 0 ? (
                  <Alert
                    tone="warning"
                    title={`Replace the values in ${taken.join(' and ')}?`}
                    action={
                      <Button
                        variant="danger"
                        size="sm"
                        busy={save.isPending}
                        onClick={() => save.mutate({ step: draft, replace: true })}
                      >
                        Replace them
                      </Button>
                    }
                  >
                    What you typed or imported there would be gone, and this can’t be undone. To keep it,
                    choose “New column”.
                  </Alert>
                ) : (
                  <Alert tone="danger" title="This column wasn’t saved">
                    {failureMessage(error)}
                  </Alert>
                )}
              </div>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2.5 border-t border-border px-5 py-3">
            {isNew && draft.kind === 'tool' && list.autoCap !== null && (
              <p className="basis-full text-sm text-muted-foreground">
                This list runs automatically: all its rows are filled soon after you add the column, for up to{' '}
                {plural(list.autoCap, 'credit')} a month in all.
              </p>
            )}
            {!isNew && given?.id !== undefined && (
              <Button
                variant="ghost"
                busy={remove.isPending}
                onClick={() => remove.mutate({ step: given.id ?? '', columns: false })}
              >
                <Trash2 aria-hidden />
                Remove step
              </Button>
            )}
            <span className="flex-1" />
            <Button variant="secondary" onClick={isNew && given === null ? () => setDraft(null) : onClose}>
              {isNew && given === null ? 'Back' : 'Cancel'}
            </Button>
            <Button type="submit" busy={save.isPending} disabled={draft.outputs.length === 0}>
              {isNew ? 'Add column' : 'Save'}
            </Button>
          </div>
        </form>
      )}
    </Sheet>
  );
}

/** On a phone, a long form hides what is below it. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

const Taken = z.object({ columns: z.array(z.string()) });

/** The names of columns whose values a step would replace, if that is why it wasn’t saved. */
function takenColumns({ fields }: ListView, error: unknown): string[] {
  const { columns = [] } = (error instanceof CallError && Taken.safeParse(error.details).data) || {};
  return columns.map((id) => `“${fields.find((field) => field.id === id)?.name ?? id}”`);
}

function NameInputs({
  list,
  draft,
  onDraft,
}: {
  list: ListView;
  draft: Extract<StepDraft, { kind: 'name' }>;
  onDraft: (draft: StepDraft) => void;
}) {
  const roles = [
    ['first_name', 'First name'],
    ['last_name', 'Last name'],
    ['full_name', 'Or the full name'],
  ] as const;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">Columns it reads</legend>
      {roles.map(([role, label]) => (
        <Field key={role} label={label}>
          {(control) => (
            <ColumnSelect
              {...control}
              fields={list.fields}
              value={draft.inputs[role] ?? ''}
              onColumn={(column) => onDraft({ ...draft, inputs: withInput(draft.inputs, role, column) })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
