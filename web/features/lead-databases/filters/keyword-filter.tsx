import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { LEAD_FILTER_ENTRY_MAX_CHARS } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Label } from '../../../ui/label.tsx';
import { withAdded } from '../lead-filter.ts';
import { Chips } from './chips.tsx';

interface Lists {
  include: string[];
  exclude: string[];
}

/** Includes or excludes job titles by keyword. Enter includes the typed keyword. */
export function KeywordFilter({ value, onChange }: { value: Lists; onChange: (value: Lists) => void }) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const add = (kind: keyof Lists) => {
    const list = withAdded(value[kind], [typed]);
    if (list.length !== value[kind].length) onChange({ ...value, [kind]: list });
    setTyped('');
  };
  const remove = (kind: keyof Lists) => (removed: string) =>
    onChange({ ...value, [kind]: value[kind].filter((entry) => entry !== removed) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add('include');
  };

  return (
    <div className="grid gap-2">
      <Label htmlFor={id}>Job Titles</Label>
      <Input
        id={id}
        ref={field}
        value={typed}
        maxLength={LEAD_FILTER_ENTRY_MAX_CHARS}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder="e.g. head of sales"
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" size="sm" onClick={() => add('include')}>
          <Plus aria-hidden />
          Include
        </Button>
        <Button variant="secondary" size="sm" onClick={() => add('exclude')}>
          <Minus aria-hidden />
          Exclude
        </Button>
      </div>
      {(['include', 'exclude'] as const).map((kind) => (
        <Chips
          key={kind}
          kind={kind}
          label="Job titles"
          values={value[kind]}
          adder={field}
          onRemove={remove(kind)}
        />
      ))}
    </div>
  );
}
