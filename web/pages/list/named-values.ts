import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { StepTry } from '#contract/list-steps.ts';
import { fieldsOfTries } from '../../kit/lists/step-draft.ts';

type ToolDraft = Extract<StepDraft, { kind: 'tool' }>;

/** The draft with another try, whose values a person names. New ones get a column, and those that are gone lose theirs. */
export function withTry(draft: ToolDraft, index: number, changed: StepTry): ToolDraft {
  const before = namesOf(draft.tries[index]);
  const names = namesOf(changed);
  const tries = draft.tries.map((each, at) => (at === index ? changed : each));
  const isRename = names.length === before.length;
  // While a name is typed, it may be that of another value for a moment.
  const open = [...before.entries()];
  const outputs = draft.outputs.flatMap((output) => {
    const at = open.findIndex(([, name]) => name === output.field);
    const [position] = open.splice(at, at < 0 ? 0 : 1).map(([place]) => place);
    const field = isRename && position !== undefined ? names[position] : output.field;
    return field === undefined ? [] : [{ ...output, field }];
  });
  const offered = new Set(fieldsOfTries(tries).map(({ field }) => field));
  // Another try may have filled it first.
  const isNew = (field: string) => !outputs.some((output) => output.field === field);
  const added = names
    .slice(before.length)
    .filter(isNew)
    .map((field) => ({ field }));
  return { ...draft, tries, outputs: [...outputs.filter(({ field }) => offered.has(field)), ...added] };
}

function namesOf(each: StepTry | undefined): string[] {
  return (each?.request ?? each?.ai ?? each?.lookUp)?.fields.map(({ name }) => name) ?? [];
}

/** A name that no value has. */
export function newFieldName(fields: readonly { name: string }[]): string {
  for (let number = fields.length + 1; ; number += 1) {
    const name = `Value ${number}`;
    if (!fields.some((field) => field.name === name)) return name;
  }
}
