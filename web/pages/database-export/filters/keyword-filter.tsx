import { Minus, Plus } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { cutText } from '#contract/cut-text.ts';
import { LEAD_FILTER_ENTRY_MAX_CHARS } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Label } from '../../../ui/label.tsx';
import { type WordListName, withWords } from '../lead-filter.ts';
import { Chips } from './chips.tsx';

interface Lists {
  include: string[];
  exclude: string[];
}

interface KeywordFilterProps {
  name: WordListName;
  label: string;
  /** The name of the chips for screen readers: "Job titles". */
  listLabel: string;
  placeholder: string;
  /** How to type, below the field. */
  hint?: string;
  /** Small buttons next to the field instead of labeled ones below it. */
  compact?: boolean;
  value: Lists;
  /** Changes the latest lists, which may be newer than `value`. */
  onChange: (change: (before: Lists) => Lists) => void;
}

/** Includes or excludes typed words. Enter includes them. Pasted lines become an entry each. */
export function KeywordFilter(props: KeywordFilterProps) {
  const { name, label, listLabel, placeholder, hint, compact = false, value, onChange } = props;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const add = (kind: keyof Lists, entries: readonly string[]) => {
    if (withWords(name, value[kind], entries).length !== value[kind].length)
      onChange((before) => ({ ...before, [kind]: withWords(name, before[kind], entries) }));
    setTyped('');
  };
  const remove = (kind: keyof Lists) => (removed: string) =>
    onChange((before) => ({ ...before, [kind]: before[kind].filter((entry) => entry !== removed) }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add('include', [typed]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/[\r\n]+/)
      .filter((line) => line.trim());
    if (lines.length < 2) return;
    event.preventDefault();
    add(
      'include',
      lines.map((line) => cutText(line.trim(), LEAD_FILTER_ENTRY_MAX_CHARS)),
    );
  };
  const button = (kind: keyof Lists) => {
    const verb = kind === 'include' ? 'Include' : 'Exclude';
    const Icon = kind === 'include' ? Plus : Minus;
    return (
      <Button
        variant="secondary"
        size={compact ? 'icon' : 'sm'}
        aria-label={compact ? `${verb} ${listLabel.toLowerCase()}` : undefined}
        title={compact ? verb : undefined}
        onClick={() => add(kind, [typed])}
      >
        <Icon aria-hidden />
        {!compact && verb}
      </Button>
    );
  };

  return (
    <div className="grid grid-cols-1 gap-2">
      <Label htmlFor={id}>{label}</Label>
      <div className={compact ? 'flex gap-1.5' : 'grid grid-cols-2 gap-2'}>
        <Input
          id={id}
          ref={field}
          value={typed}
          maxLength={LEAD_FILTER_ENTRY_MAX_CHARS}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          placeholder={placeholder}
          aria-describedby={hint ? `${id}-hint` : undefined}
          autoComplete="off"
          className={compact ? 'flex-1' : 'col-span-2'}
        />
        {button('include')}
        {button('exclude')}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted-foreground">
          {hint}
        </p>
      )}
      {(['include', 'exclude'] as const).map((kind) => (
        <Chips
          key={kind}
          kind={kind}
          label={listLabel}
          values={value[kind]}
          adder={field}
          onRemove={remove(kind)}
        />
      ))}
    </div>
  );
}
