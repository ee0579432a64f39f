import * as RadixTabs from 'radix-ui/tabs';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from '../lib/class-names.ts';

export const Tabs = RadixTabs.Root;
export const TabsContent = RadixTabs.Content;

/** On phones the active tab may start out of view. Scrolls its row only: scrollIntoView scrolls the page too. */
function showActive(tab: HTMLButtonElement | null): void {
  const row = tab?.parentElement;
  if (!row || tab.dataset.state !== 'active' || row.scrollWidth <= row.clientWidth) return;
  const [left, rowLeft] = [tab.getBoundingClientRect().left, row.getBoundingClientRect().left];
  row.scrollLeft += left - rowLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/**
 * Radix selects a tab on focus and again on the click that focuses it, so one click adds two history entries.
 * The focus alone is enough, unless the tab already has it (after Back).
 */
function selectOnce(event: MouseEvent<HTMLButtonElement>): void {
  const tab = event.currentTarget;
  if (event.button !== 0 || event.ctrlKey || document.activeElement === tab) return;
  event.preventDefault();
  tab.focus();
}

/** A row of tabs that scrolls sideways if it doesn't fit. */
export function TabsList({ className, ...props }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      className={cn('flex gap-1 overflow-x-auto border-b border-border [scrollbar-width:none]', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      ref={showActive}
      onMouseDown={selectOnce}
      className={cn(
        '-mb-px h-10 shrink-0 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground data-[state=active]:border-accent data-[state=active]:text-foreground focus-visible:-outline-offset-2',
        className,
      )}
      {...props}
    />
  );
}
