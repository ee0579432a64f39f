import { ChevronRight, List } from 'lucide-react';
import { Link } from 'react-router';
import type { ListView } from '#contract/lists.ts';
import { sourceLabel } from '../../kit/source-label.ts';
import { formatDate, plural } from '../../lib/format.ts';
import { LISTS_PATH, listPath } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const SHOWN = 5;

/** The lists that changed last. */
export function RecentLists({ lists }: { lists: readonly ListView[] }) {
  const latest = [...lists].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)).slice(0, SHOWN);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent lists</CardTitle>
        <Button asChild variant="link" size="inline" className="min-h-6">
          <Link to={LISTS_PATH}>View all lists</Link>
        </Button>
      </CardHeader>
      {latest.length === 0 ? (
        <EmptyState icon={List} title="No lists yet">
          Save the results of a task, or collect rows with an extension.
        </EmptyState>
      ) : (
        <ul>
          {latest.map((list) => (
            <li key={list.id} className="border-b border-border last:border-b-0">
              <Link
                to={listPath(list.id)}
                className="flex min-h-14 items-center gap-4 px-4 py-2.5 transition-colors hover:bg-surface focus-visible:-outline-offset-2 md:px-5"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{list.name}</span>
                  <span className="block truncate text-sm text-muted-foreground tabular-nums">
                    {sourceLabel(list.source)} ·{' '}
                    <time dateTime={list.updatedAt}>{formatDate(list.updatedAt)}</time>
                  </span>
                </span>
                <span className="text-right text-sm text-muted-foreground tabular-nums">
                  {plural(list.rows, 'row')}
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
