import { Search } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { plural } from '../../../lib/format.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useReturnedFocus } from '../../../ui/use-returned-focus.ts';
import { groupItems, matchItems } from './match-items.ts';
import type { PaletteItem } from './palette-item.ts';
import { PaletteOption } from './palette-option.tsx';
import { type PaletteActions, usePaletteItems } from './use-palette-items.ts';

export interface PaletteProps extends PaletteActions {
  open: boolean;
  onClose: () => void;
  /** Offers only what starts a task. */
  newTask: boolean;
}

/** The command palette: a field that finds pages, tasks, lists and commands. */
export default function Palette({ open, onClose, ...options }: PaletteProps) {
  const focus = useReturnedFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed top-4 left-1/2 z-50 flex max-h-[min(32rem,calc(100dvh-2rem))] w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-border bg-card shadow-lg data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in md:top-[12dvh]"
        >
          <RadixDialog.Title className="sr-only">
            {options.newTask ? 'Start a new task' : 'Search and run commands'}
          </RadixDialog.Title>
          <Lines key={String(options.newTask)} {...options} onClose={onClose} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Mounted anew each time the palette opens, or changes to the tools. */
function Lines({ onClose, newTask, ...actions }: Omit<PaletteProps, 'open'>) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { items, loading } = usePaletteItems(actions, newTask);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = groupItems(matchItems(items, typed));
  const lines = groups.flatMap((group) => group.items);
  const active = lines.find((line) => line.id === chosen) ?? lines[0];
  const optionId = (line: PaletteItem) => `${id} ${line.id}`.replaceAll(' ', '-');

  const run = (line: PaletteItem) => {
    onClose();
    line.run();
  };
  const move = (by: number) => {
    const at = active ? lines.indexOf(active) : -1;
    setChosen(lines.at((at + by + lines.length) % lines.length)?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms a word of an input method is not a choice.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && active) run(active);
    else return;
    event.preventDefault();
  };

  useEffect(() => field.current?.focus(), []);

  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-3 border-b border-border px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <input
          ref={field}
          role="combobox"
          aria-label={newTask ? 'Search tools' : 'Search pages, tasks, lists and commands'}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-lines`}
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
          placeholder={newTask ? 'Which tool?' : 'Search pages, tasks and commands'}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted-foreground"
        />
        <span className="hidden sm:inline-flex">
          <Kbd keys="Esc" />
        </span>
      </div>
      <div
        id={`${id}-lines`}
        role="listbox"
        aria-label="Results"
        className="overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ group, items: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a list box.
          <div key={group} role="group" aria-labelledby={`${id}-${group}`} className="mb-1 last:mb-0">
            <div id={`${id}-${group}`} className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted-foreground">
              {group}
            </div>
            {members.map((item) => (
              <PaletteOption
                key={item.id}
                id={optionId(item)}
                item={item}
                active={item === active}
                onPoint={() => setChosen(item.id)}
                onRun={() => run(item)}
              />
            ))}
          </div>
        ))}
      </div>
      {lines.length === 0 && (
        <p className="px-4 pt-4 pb-8 text-center text-muted-foreground">
          {loading ? 'Loading your tasks and lists…' : 'Nothing matches. Try fewer or other words.'}
        </p>
      )}
      <p role="status" className="sr-only">
        {typed && (lines.length === 0 ? 'No results' : plural(lines.length, 'result'))}
      </p>
    </>
  );
}
