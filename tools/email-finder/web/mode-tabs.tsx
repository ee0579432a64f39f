import { FileSpreadsheet, MailSearch, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { cn } from '#web/lib/class-names.ts';

export const FINDER_MODES = ['list', 'find', 'verify'] as const;
export type FinderMode = (typeof FINDER_MODES)[number];

const WORDS = {
  list: { word: 'CSV list', icon: FileSpreadsheet },
  find: { word: 'Find one', icon: MailSearch },
  verify: { word: 'Verify one', icon: ShieldCheck },
} as const;

/** What is given: a list, a person, or an address. It lives in the address as `mode`. */
export function ModeTabs({ mode, path }: { mode: FinderMode; path: string }) {
  return (
    <nav aria-label="Kinds of search" className="mb-4 flex gap-1 overflow-x-auto border-b border-border">
      {FINDER_MODES.map((each) => {
        const { word, icon: Icon } = WORDS[each];
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
            {word}
          </Link>
        );
      })}
    </nav>
  );
}
