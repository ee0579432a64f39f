import { Link } from 'react-router';
import { cn } from '../../lib/class-names.ts';
import { SETTINGS_TABS, type SettingsTab } from '../../lib/settings-tabs.ts';

/** Links to the parts of the settings page, in a row that scrolls sideways if it doesn't fit. */
export function SettingsNav({ open }: { open: SettingsTab }) {
  return (
    <nav
      aria-label="Settings"
      className="mb-6 flex gap-1 overflow-x-auto border-b border-border [scrollbar-width:none]"
    >
      {SETTINGS_TABS.map(({ id, title }) => (
        <Link
          key={id}
          to={{ search: `?tab=${id}` }}
          preventScrollReset
          aria-current={id === open.id ? 'page' : undefined}
          ref={id === open.id ? showInRow : undefined}
          className={cn(
            'inline-flex h-10 shrink-0 items-center border-b-2 px-3 font-medium transition-colors focus-visible:-outline-offset-2',
            id === open.id
              ? 'border-accent text-foreground'
              : 'border-transparent text-muted-foreground hover:text-foreground',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** On phones, the open tab may be out of view. Scrolls the row only: scrollIntoView scrolls the page too. */
function showInRow(tab: HTMLAnchorElement | null): void {
  const row = tab?.parentElement;
  if (tab && row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
