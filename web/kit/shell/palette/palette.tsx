import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { useEffect, useRef, useState } from 'react';
import { plural } from '#contract/plural.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useReturnedFocus } from '../../../ui/use-returned-focus.ts';
import type { PaletteItem } from './match-items.ts';
import { groupItems, matchItems } from './match-items.ts';
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
  const field = useRef<HTMLInputElement>(null);
  const { items, loading } = usePaletteItems(actions, newTask);
  const [typed, setTyped] = useState('');
  const groups = groupItems(matchItems(items, typed));
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);

  useEffect(() => field.current?.focus(), []);

  return (
    <Command
      label={newTask ? 'Search tools' : 'Search pages, tasks, lists and commands'}
      shouldFilter={false}
      loop
      vimBindings={false}
      className="flex min-h-0 flex-col"
    >
      <div className="flex h-13 shrink-0 items-center gap-3 border-b border-border px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <Command.Input
          ref={field}
          maxLength={200}
          value={typed}
          onValueChange={setTyped}
          // They move in the text, as in every other field.
          onKeyDown={(event) => ['Home', 'End'].includes(event.key) && event.stopPropagation()}
          placeholder={newTask ? 'Which tool?' : 'Search pages, tasks and commands'}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted-foreground"
        />
        <span className="hidden sm:inline-flex">
          <Kbd keys="Esc" />
        </span>
      </div>
      <Command.List label="Results" className="overflow-y-auto overscroll-contain p-2">
        {groups.map(({ group, items: members }) => (
          <Command.Group
            key={group}
            heading={group}
            className="mb-1 last:mb-0 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted-foreground"
          >
            {members.map((item) => (
              <PaletteLine
                key={item.id}
                item={item}
                onRun={() => {
                  onClose();
                  item.run();
                }}
              />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {count === 0 && (
        <p className="px-4 pt-4 pb-8 text-center text-muted-foreground">
          {loading ? 'Loading your tasks and lists…' : 'Nothing matches. Try fewer or other words.'}
        </p>
      )}
      <p role="status" className="sr-only">
        {typed && (count === 0 ? 'No results' : plural(count, 'result'))}
      </p>
    </Command>
  );
}

function PaletteLine({ item, onRun }: { item: PaletteItem; onRun: () => void }) {
  const { id, label, detail, icon: Icon, keys } = item;
  return (
    <Command.Item
      value={id}
      onSelect={onRun}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 select-none aria-selected:bg-muted md:min-h-9"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail && <span className="shrink-0 text-xs text-muted-foreground tabular-nums">{detail}</span>}
      {keys && (
        <span className="hidden sm:inline-flex">
          <Kbd keys={keys} />
        </span>
      )}
    </Command.Item>
  );
}
