import type { ComponentProps } from 'react';
import { ResultsCard } from '#web/kit/results-card.tsx';
import { ResultsTable, WEBSITE_COLUMNS } from './results.tsx';
import { matchesFilter, WEBSITE_SORT_KEYS, websiteRowView } from './view.ts';

type CardProps = ComponentProps<typeof ResultsCard>;
type WebsiteResultsProps = Pick<
  CardProps,
  'task' | 'rows' | 'error' | 'onRetry' | 'onNeed' | 'filter' | 'onFilter'
>;

/** The results of an extraction. */
export function WebsiteResults(props: WebsiteResultsProps) {
  const { processed, found, failed } = props.task;
  return (
    <ResultsCard
      {...props}
      choices={[
        { show: 'all', label: 'All', count: processed },
        { show: 'found', label: 'Found', count: found },
        { show: 'not_found', label: 'Not found', count: Math.max(0, processed - found - failed) },
        { show: 'failed', label: 'Failed', count: failed },
      ]}
      columns={WEBSITE_COLUMNS}
      viewOf={websiteRowView}
      matches={matchesFilter}
      sortKeys={WEBSITE_SORT_KEYS}
      emptyMessage="The task stopped before its first result, so you weren't charged."
    >
      {(shown) => <ResultsTable {...shown} />}
    </ResultsCard>
  );
}
