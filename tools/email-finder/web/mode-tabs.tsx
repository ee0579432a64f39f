import { FileSpreadsheet, MailSearch, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { cn } from '#web/lib/class-names.ts';

export const FINDER_MODES = ['list', 'find', 'verify'] as const;
export type FinderMode = (typeof FINDER_MODES)[number];

const TABS = {
  list: { label: 'CSV list', icon: FileSpreadsheet },
  find: { label: 'Find one', icon: MailSearch },
  verify: { label: 'Verify one', icon: ShieldCheck },
} as const;

/** Switches between a list, one person and one address. In the URL it is `mode`. */
export function ModeTabs({ mode, path }: { mode: FinderMode; path: string }) {
  return (
    <nav aria-label="Search type" className="mb-4 flex gap-1 overflow-x-auto border-b border-border">
      {FINDER_MODES.map((each) => {
        const { label, icon: Icon } = TABS[each];
        const active = each === mode;
        return (
          <Link
            key={each}
            to={each === 'list' ? path : `${path}?mode=${each}`}
            aria-current={active ? 'page' : undefined}
            className={cn(
              '-mb-px inline-flex h-10 shrink-0 items-center gap-2 border-b-2 px-3 font-medium transition-colors',
              active
                ? 'border-accent text-foreground'
                : 'border-transparent text-muted-foreground hover:text-foreground',
            )}
          >
            <Icon aria-hidden className="size-4" />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
