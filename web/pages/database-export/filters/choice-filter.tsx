import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { foldedText } from '#tools/list-tool/row-text.ts';
import { cn } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';

interface ChoiceAction {
  label: string;
  icon: ReactNode;
  /** why the selected options can't be added; null if they can */
  refusal: (selected: string[]) => string | null;
  run: (selected: string[]) => void;
}

interface ChoiceFilterProps {
  /** For example "Industry". */
  label: string;
  /** Shown in the closed list if nothing is selected. */
  placeholder: string;
  /** Shown if no option matches the search. */
  noMatches: string;
  options: readonly string[];
  loading?: boolean;
  /** Shown if the options failed to load. */
  failure?: ReactNode;
  optionLabel?: (option: string) => string;
  /** Other names to search for, in lower case: "usa" finds United States. */
  otherNames?: (option: string) => readonly string[];
  /** The selection has no effect until one of these runs (spec lead tools §4). */
  actions: readonly ChoiceAction[];
  /** The chips of the applied filter, given the button that opens the list. */
  children: (opener: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/**
 * A searchable multi-select. The selection is staged: closing the list keeps it; an action applies and clears
 * it. The list opens in the panel, below its button, so that it covers nothing and stays where it is while
 * its height changes.
 */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, placeholder, noMatches, options, loading, failure, actions } = props;
  const { optionLabel = (option) => option, otherNames } = props;
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();

  const matching = useMemo(() => {
    const term = foldedText(search);
    if (!term) return options;
    const foldedOtherNames = (option: string) => otherNames?.(option).map(foldedText) ?? [];
    const named = options.filter((option) => foldedOtherNames(option).includes(term));
    const found = options.filter(
      (option) =>
        foldedText(optionLabel(option)).includes(term) ||
        foldedOtherNames(option).some((name) => name.startsWith(term)),
    );
    return [...new Set([...named, ...found])];
  }, [options, search, optionLabel, otherNames]);

  const buttons = actions.map((action) => ({
    ...action,
    refused: selected.size > 0 ? action.refusal([...selected]) : null,
  }));
  const refused = buttons.find((button) => button.refused !== null)?.refused;
  const toggle = (option: string) => {
    const next = new Set(selected);
    if (!next.delete(option)) next.add(option);
    setSelected(next);
  };
  const apply = (run: (selected: string[]) => void) => {
    run([...selected]);
    setSelected(new Set());
    setSearch('');
    close();
  };
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };

  return (
    <div className="grid grid-cols-1 gap-2">
      <span id={`${id}-label`} className="font-medium">
        {label}
      </span>
      <button
        type="button"
        ref={opener}
        id={`${id}-trigger`}
        aria-labelledby={`${id}-label ${id}-trigger`}
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        onClick={() => setOpen(!open)}
        className="flex h-9 w-full min-w-0 items-center justify-between gap-2 rounded-md border border-input bg-card px-3 text-left"
      >
        <span className={cn('truncate', selected.size === 0 && 'text-muted-foreground')}>
          {selected.size > 0 ? `${formatNumber(selected.size)} selected` : placeholder}
        </span>
        <ChevronDown
          aria-hidden
          className={cn('size-4 shrink-0 text-muted-foreground transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div
          id={`${id}-list`}
          role="dialog"
          aria-label={label}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
          className="min-w-0 rounded-lg border border-border bg-card shadow-sm"
        >
          <div className="relative border-b border-border p-2">
            <Search
              aria-hidden
              className="absolute top-1/2 left-4.5 size-4 -translate-y-1/2 text-muted-foreground"
            />
            <Input
              type="search"
              aria-label={`Search ${label.toLowerCase()}`}
              placeholder="Search…"
              autoFocus
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              className="pl-8"
            />
          </div>
          <div className="flex justify-between px-2 pt-2">
            <Button
              variant="ghost"
              size="sm"
              disabled={matching.length === 0}
              onClick={() => setSelected(new Set([...selected, ...matching]))}
            >
              Select All
            </Button>
            <Button
              variant="ghost"
              size="sm"
              disabled={selected.size === 0}
              onClick={() => setSelected(new Set())}
            >
              Clear All
            </Button>
          </div>
          <fieldset aria-label={label} className="max-h-[250px] overflow-y-auto p-2">
            {matching.map((option) => (
              <label
                key={option}
                className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-muted has-focus-visible:bg-muted"
              >
                <input
                  type="checkbox"
                  checked={selected.has(option)}
                  onChange={() => toggle(option)}
                  className="size-4 shrink-0 accent-(--accent)"
                />
                <span className="min-w-0 wrap-anywhere">{optionLabel(option)}</span>
              </label>
            ))}
            {matching.length === 0 && (
              <p role="status" className="px-2 py-3 text-muted-foreground">
                {loading ? 'Loading…' : (failure ?? noMatches)}
              </p>
            )}
          </fieldset>
          {refused && (
            <p role="status" className="border-t border-border px-2 pt-2 text-sm text-warning">
              {refused}
            </p>
          )}
          <div className={cn('flex gap-2 p-2', !refused && 'border-t border-border')}>
            {buttons.map((action) => (
              <Button
                key={action.label}
                size="sm"
                variant="secondary"
                className="flex-1"
                disabled={selected.size === 0 || action.refused !== null}
                onClick={() => apply(action.run)}
              >
                {action.icon}
                {action.label}
              </Button>
            ))}
          </div>
        </div>
      )}
      {props.children(opener)}
    </div>
  );
}
