import { lazy, Suspense } from 'react';
import type { AccountView } from '#contract/account.ts';
import { leftOutText } from '#contract/left-out-text.ts';
import type { ListCosts } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { includesWork } from '../../lib/account.ts';
import { formatNumber } from '../../lib/format.ts';
import { hasCosts } from './step-costs.ts';
import type { ListTable } from './use-list-table.ts';

const ListCostsLine = lazy(() =>
  import('./list-costs-line.tsx').then((part) => ({ default: part.ListCostsLine })),
);

interface ListTableFooterProps {
  list: ListView;
  table: Pick<ListTable, 'total' | 'leftOut' | 'leftOutBy' | 'error'>;
  /** only some rows are shown */
  filtering: boolean;
  costs: ListCosts | null;
  account: AccountView | undefined;
}

/** How many rows a table shows, and what the list cost. */
export function ListTableFooter({
  list,
  table: { total, leftOut, leftOutBy, error },
  filtering,
  costs,
  account,
}: ListTableFooterProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-t border-border px-4 py-2.5 md:px-5">
      <p role="status" className="text-sm text-muted-foreground tabular-nums">
        {total === null
          ? error === null && 'Loading…'
          : filtering || leftOut > 0
            ? `${formatNumber(total)} of ${plural(list.rows, 'row')}`
            : plural(total, 'row')}
        {leftOut > 0 && ` · ${formatNumber(leftOut)} left out: ${leftOutText(leftOutBy)}`}
        {list.computing &&
          ` · updating rows: ${formatNumber(list.computing.rows)} of ${plural(list.rows, 'row')}`}
      </p>
      {costs && hasCosts(costs) && (
        <Suspense fallback={null}>
          <ListCostsLine list={list} costs={costs} isIncluded={includesWork(account)} />
        </Suspense>
      )}
    </div>
  );
}
