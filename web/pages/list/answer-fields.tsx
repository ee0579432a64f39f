import { X } from 'lucide-react';
import type { RequestSetup } from '#contract/list-requests.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { AddLine } from './add-line.tsx';
import { newFieldName } from './named-values.ts';

type Fields = RequestSetup['fields'];

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
      <AddLine
        label="Add value"
        onAdd={() => onFields([...fields, { name: newFieldName(fields), path: '' }])}
      />
    </fieldset>
  );
}
