import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx';

interface ChoiceFilterProps {
  /** "Industry" */
  label: string;
  /** what the closed list says while nothing is chosen */
  placeholder: string;
  /** what stands where nothing matches the search */
  nothing: string;
  options: readonly string[];
  loading?: boolean;
  /** could not be loaded */
  failure?: ReactNode;
  words?: (value: string) => string;
  /** what can be done with the choice; it takes effect only then (spec lead tools §4) */
  actions: readonly { label: string; icon?: ReactNode; run: (chosen: string[]) => void }[];
  /** the chips of what is in effect, given the button that opens the list */
  children: (opener: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/** A list to choose several of, with a search. The choice is staged: closing the list keeps it, an action applies and clears it. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, placeholder, nothing, options, loading, failure, words = (value) => value, actions } = props;
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();

  const matching = useMemo(() => {
    const term = search.trim().toLowerCase();
    return term ? options.filter((option) => words(option).toLowerCase().includes(term)) : options;
  }, [options, search, words]);

  const toggle = (option: string) => {
    const next = new Set(chosen);
    if (!next.delete(option)) next.add(option);
    setChosen(next);
  };
  const apply = (run: (chosen: string[]) => void) => {
    run([...chosen]);
    setChosen(new Set());
    setSearch('');
    setOpen(false);
  };

  return (
    <div className="grid gap-2">
      <span id={`${id}-label`} className="font-medium">
        {label}
      </span>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <button
            type="button"
            ref={opener}
            id={`${id}-trigger`}
            aria-labelledby={`${id}-label ${id}-trigger`}
            className="flex h-9 w-full items-center justify-between gap-2 rounded-md border border-input bg-card px-3 text-left"
          >
            <span className={chosen.size > 0 ? '' : 'truncate text-muted-foreground'}>
              {chosen.size > 0 ? `${formatNumber(chosen.size)} selected` : placeholder}
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          </button>
        </PopoverTrigger>
        <PopoverContent aria-label={label}>
          <div className="relative border-b border-border p-2">
            <Search
              aria-hidden
              className="absolute top-1/2 left-4.5 size-4 -translate-y-1/2 text-muted-foreground"
            />
            <Input
              type="search"
              aria-label={`Search ${label.toLowerCase()}`}
              placeholder="Search…"
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
              onClick={() => setChosen(new Set([...chosen, ...matching]))}
            >
              Select All
            </Button>
            <Button
              variant="ghost"
              size="sm"
              disabled={chosen.size === 0}
              onClick={() => setChosen(new Set())}
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
                  checked={chosen.has(option)}
                  onChange={() => toggle(option)}
                  className="size-4 shrink-0 accent-(--accent)"
                />
                <span className="min-w-0 break-words">{words(option)}</span>
              </label>
            ))}
            {matching.length === 0 && (
              <p role="status" className="px-2 py-3 text-muted-foreground">
                {loading ? 'Loading…' : (failure ?? nothing)}
              </p>
            )}
          </fieldset>
          <div className="flex gap-2 border-t border-border p-2">
            {actions.map((action) => (
              <Button
                key={action.label}
                size="sm"
                variant="secondary"
                className="flex-1"
                disabled={chosen.size === 0}
                onClick={() => apply(action.run)}
              >
                {action.icon}
                {action.label}
              </Button>
            ))}
          </div>
        </PopoverContent>
      </Popover>
      {props.children(opener)}
    </div>
  );
}
