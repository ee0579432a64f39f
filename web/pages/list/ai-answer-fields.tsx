import { X } from 'lucide-react';
import { useState } from 'react';
import type { AiField } from '#contract/list-ai.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { AddLine } from './add-line.tsx';
import { newFieldName } from './named-values.ts';

const TYPES: Readonly<Record<AiField['type'], string>> = {
  text: 'Text',
  number: 'Number',
  'yes-no': 'Yes or no',
  'one-of': 'One of',
};

interface AiAnswerFieldsProps {
  fields: readonly AiField[];
  onFields: (fields: AiField[]) => void;
}

/** The values that a model answers, by type. */
export function AiAnswerFields({ fields, onFields }: AiAnswerFieldsProps) {
  const change = (index: number, changed: Partial<AiField>) =>
    onFields(fields.map((field, at) => (at === index ? { ...field, ...changed } : field)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">What it answers</legend>
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is typed in a line stays in it.
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-center gap-2">
          <Input
            aria-label={`Name of answer ${index + 1}`}
            value={field.name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <Select
            aria-label={`Type of answer ${index + 1}`}
            value={field.type}
            onChange={({ target }) => change(index, { type: target.value as AiField['type'] })}
          >
            {Object.entries(TYPES).map(([type, label]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
          <Button
            variant="ghost"
            size="icon-sm"
            disabled={fields.length === 1}
            aria-label={`Remove answer ${index + 1}`}
            onClick={() => onFields(fields.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </Button>
          {field.type === 'one-of' && (
            <ChoicesInput
              label={`Choices of answer ${index + 1}, with commas between them`}
              choices={field.choices}
              onChoices={(choices) => change(index, { choices })}
            />
          )}
        </div>
      ))}
      <AddLine
        label="Add answer"
        onAdd={() => onFields([...fields, { name: newFieldName(fields), type: 'text', choices: [] }])}
      />
    </fieldset>
  );
}

interface ChoicesInputProps {
  label: string;
  choices: readonly string[];
  onChoices: (choices: string[]) => void;
}

/** Keeps the text as it was typed, such as a comma at its end, as long as it has these choices. */
function ChoicesInput({ label, choices, onChoices }: ChoicesInputProps) {
  const [typed, setTyped] = useState('');
  const shown = choices.join(', ');
  return (
    <Input
      className="col-span-2"
      aria-label={label}
      placeholder="Retail, Wholesale, Other"
      value={choicesOf(typed).join(', ') === shown ? typed : shown}
      maxLength={2000}
      onChange={({ target }) => {
        setTyped(target.value);
        onChoices(choicesOf(target.value));
      }}
    />
  );
}

function choicesOf(text: string): string[] {
  return text
    .split(',')
    .map((choice) => choice.trim())
    .filter(Boolean);
}
