import { X } from 'lucide-react';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { RequestSetup } from '#contract/list-requests.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { AddLine } from './add-line.tsx';
import { fieldsOfTries } from './step-draft.ts';

type ToolDraft = Extract<StepDraft, { kind: 'tool' }>;
type Fields = RequestSetup['fields'];

/** The draft with other values for one of its requests. New ones get a column, and those that are gone lose theirs. */
export function withFields(draft: ToolDraft, index: number, fields: Fields): ToolDraft {
  const before = draft.tries[index]?.request?.fields ?? [];
  const tries = draft.tries.map((each, at) =>
    at === index && each.request ? { ...each, request: { ...each.request, fields } } : each,
  );
  const isRename = fields.length === before.length;
  // While a name is typed, it may be that of another value for a moment.
  const open = [...before.entries()];
  const outputs = draft.outputs.flatMap((output) => {
    const at = open.findIndex(([, { name }]) => name === output.field);
    const [position] = open.splice(at, at < 0 ? 0 : 1).map(([index]) => index);
    const field = isRename && position !== undefined ? fields[position]?.name : output.field;
    return field === undefined ? [] : [{ ...output, field }];
  });
  const offered = new Set(fieldsOfTries(tries).map(({ field }) => field));
  const added = fields.slice(before.length).map(({ name }) => ({ field: name }));
  return { ...draft, tries, outputs: [...outputs.filter(({ field }) => offered.has(field)), ...added] };
}

interface AnswerFieldsProps {
  fields: Fields;
  onFields: (fields: Fields) => void;
}

/** Where the values of an answer are. */
export function AnswerFields({ fields, onFields }: AnswerFieldsProps) {
  const change = (index: number, changed: Partial<Fields[number]>) =>
    onFields(fields.map((field, at) => (at === index ? { ...field, ...changed } : field)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Values of the answer</legend>
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is typed in a line stays in it.
        <div key={index} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-2">
          <Input
            aria-label={`Name of value ${index + 1}`}
            value={field.name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <Input
            aria-label={`Path of value ${index + 1}`}
            value={field.path}
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            placeholder="company.employees"
            onChange={({ target }) => change(index, { path: target.value })}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            disabled={fields.length === 1}
            aria-label={`Remove value ${index + 1}`}
            onClick={() => onFields(fields.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <p className="text-sm text-muted-foreground">
        A path says where a value is in the JSON, such as <code>company.offices[0].city</code> or{' '}
        <code>emails[*]</code>. <code>$</code> is the whole answer.
      </p>
      <AddLine label="Add value" onAdd={() => onFields([...fields, { name: newName(fields), path: '' }])} />
    </fieldset>
  );
}

function newName(fields: Fields): string {
  for (let number = fields.length + 1; ; number += 1) {
    const name = `Value ${number}`;
    if (!fields.some((field) => field.name === name)) return name;
  }
}
