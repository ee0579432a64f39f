import type { ComponentProps } from 'react';
import { ResultsCard } from '#web/kit/results-card.tsx';
import { ResultsTable } from './results-table.tsx';
import { matchesFilter } from './row-filter.ts';
import { WEBSITE_SORT_KEYS, websiteRowView } from './website-row.ts';

type CardProps = ComponentProps<typeof ResultsCard>;
type WebsiteResultsProps = Pick<
  CardProps,
  'task' | 'rows' | 'error' | 'onRetry' | 'onNeed' | 'filter' | 'onFilter' | 'actions'
>;

/** The results of an extraction, while it runs and after. */
export function WebsiteResults(props: WebsiteResultsProps) {
  const { processed, found, failed } = props.task;
  return (
    <ResultsCard
      {...props}
      choices={[
        { show: 'all', word: 'All', count: processed },
        { show: 'found', word: 'Found', count: found },
        { show: 'not_found', word: 'Not found', count: Math.max(0, processed - found - failed) },
        { show: 'failed', word: 'Failed', count: failed },
      ]}
      viewOf={websiteRowView}
      matches={matchesFilter}
      sortKeys={WEBSITE_SORT_KEYS}
      nothingDone="The task stopped before the first site was finished, so nothing was charged."
    >
      {(shown) => <ResultsTable {...shown} />}
    </ResultsCard>
  );
}
