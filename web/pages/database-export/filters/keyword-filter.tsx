import { Minus, Plus, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { cutText } from '#contract/cut-text.ts';
import { domainsInText } from '#contract/domains-in-text.ts';
import { LEAD_FILTER_ENTRY_MAX_CHARS } from '#contract/limits.ts';
import { plural } from '#contract/plural.ts';
import { isNumberedList, plainName } from '#engines/list-items/plain-name.ts';
import { cn } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Label } from '../../../ui/label.tsx';
import type { WordListName } from '../databases.ts';
import { withWords } from '../lead-filter.ts';
import { valuesThatFit } from './entry-limits.ts';

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
  /** why the lists can't be these; null if they can */
  refusal: (value: Lists) => string | null;
  /** Changes the latest lists, which may be newer than `value`. */
  onChange: (change: (before: Lists) => Lists) => void;
}

/** Includes or excludes typed words. Enter includes them. Pasted lines become an entry each, and so do typed or pasted domains. */
export function KeywordFilter(props: KeywordFilterProps) {
  const { name, label, listLabel, placeholder, hint, compact = false, value, refusal, onChange } = props;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  /** Returns whether any of the entries were added. */
  const add = (kind: keyof Lists, entries: readonly string[]): boolean => {
    const wanted = name === 'domain' ? entries.filter(hasDomain) : entries;
    const refused = (some: readonly string[]) =>
      refusal({ ...value, [kind]: withWords(name, value[kind], some) });
    const fit = valuesThatFit(wanted, refused);
    const left = entries.length - fit.length;
    const why = fit.length < wanted.length ? refused(wanted) : NO_DOMAIN;
    setProblem(left === 0 ? oneEntryNote(name, entries) : leftOutText(why, left, entries));
    if (withWords(name, value[kind], fit).length !== value[kind].length)
      onChange((before) => ({ ...before, [kind]: withWords(name, before[kind], fit) }));
    return fit.length > 0;
  };
  const addTyped = (kind: keyof Lists) => {
    if (typed.trim() !== '' && add(kind, [typed])) setTyped('');
  };
  const remove = (kind: keyof Lists) => (removed: string) => {
    setProblem(null);
    onChange((before) => ({ ...before, [kind]: before[kind].filter((entry) => entry !== removed) }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    addTyped('include');
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      // No domain has spaces or commas.
      .split(name === 'domain' ? /[\s,;]+/ : /[\r\n]+/)
      .filter((line) => line.trim());
    if (lines.length < 2) return;
    event.preventDefault();
    const names = lines.map((line) => line.trim());
    const isNumbered = isNumberedList(names);
    // What was typed before stays.
    add(
      'include',
      names.map((line) => cutText(plainName(line, isNumbered), LEAD_FILTER_ENTRY_MAX_CHARS)),
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
        onClick={() => addTyped(kind)}
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
      <p role="status" className={problem === null ? 'sr-only' : 'text-sm text-warning'}>
        {problem}
      </p>
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

const NO_DOMAIN = 'Enter domains such as acme.com.';

function hasDomain(entry: string): boolean {
  return domainsInText(entry).some((domain) => domain.includes('.'));
}

/** What a person should know who types several values in one entry; null for any other one. */
function oneEntryNote(name: WordListName, [entry = '', ...others]: readonly string[]): string | null {
  const hasSeveral = name === 'title' || name === 'keyword' ? /[,;]\s*\S|\sOR\s/ : /\sOR\s/;
  if (others.length > 0 || name === 'domain' || !hasSeveral.test(entry)) return null;
  return `“${entry.trim()}” finds only these words next to each other. To find any of them, add each by itself, or paste one per line.`;
}

/** What a person reads about entries that were left out. */
function leftOutText(why: string | null, left: number, entries: readonly string[]): string {
  const which =
    entries.length > 1 ? ` ${formatNumber(left)} of ${plural(entries.length, 'line')} left out.` : '';
  return `${why ?? ''}${which}`;
}

interface ChipsProps {
  values: readonly string[];
  /** Shown with an icon and a label, not by color alone. */
  kind: 'include' | 'exclude';
  /** The name of the list for screen readers: "Job titles". */
  label: string;
  valueLabel?: (value: string) => string;
  /** The control that adds a value. It gets the focus after the last chip is removed. */
  adder: RefObject<HTMLElement | null>;
  onRemove: (value: string) => void;
}

/** The values of a filter as removable chips. */
export function Chips({ values, kind, label, valueLabel = (value) => value, adder, onRemove }: ChipsProps) {
  if (values.length === 0) return null;
  const Icon = kind === 'include' ? Plus : Minus;
  /** Moves the focus before removing a chip: to the next chip, else the previous one, else the adder. */
  const remove = (event: MouseEvent<HTMLButtonElement>, value: string) => {
    const chip = event.currentTarget.closest('li');
    const neighbor = chip?.nextElementSibling ?? chip?.previousElementSibling;
    const button = neighbor?.querySelector('button');
    if (button) button.focus();
    // Focus the text field only after a key press (detail 0), because a tap would open the on-screen
    // keyboard.
    else if (event.detail === 0) adder.current?.focus();
    onRemove(value);
  };
  const verb = kind === 'include' ? 'Include' : 'Exclude';
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted-foreground">{verb}</p>
      <ul
        aria-label={`${label}: ${verb.toLowerCase()}`}
        className="mt-1 flex max-h-40 flex-wrap gap-1 overflow-y-auto"
      >
        {values.map((value) => (
          <li
            key={value}
            className={cn(
              'inline-flex max-w-full items-center gap-1 rounded-full border py-0.5 pr-0.5 pl-2 text-xs font-medium',
              kind === 'include'
                ? 'border-border bg-muted text-foreground'
                : 'border-dashed border-danger/40 bg-card text-danger',
            )}
          >
            <Icon aria-hidden className="size-3 shrink-0" />
            <span className="min-w-0 truncate" title={valueLabel(value)}>
              {valueLabel(value)}
            </span>
            <button
              type="button"
              onClick={(event) => remove(event, value)}
              aria-label={`Remove ${verb.toLowerCase()}d ${valueLabel(value)}`}
              className="flex size-6 shrink-0 items-center justify-center rounded-full -outline-offset-2! transition-colors hover:bg-foreground/10"
            >
              <X aria-hidden className="size-3" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
