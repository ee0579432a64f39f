import { LEAD_PAGE_ROWS, LEAD_PAGES_VIEWABLE } from '#contract/limits.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Pagination } from '../../../ui/pagination.tsx';
import { pagesOf } from '../lead-page.ts';

interface PagerProps {
  count: number;
  page: number;
  onPage: (page: number) => void;
}

/** The position in the results, and the page buttons. */
export function Pager({ count, page, onPage }: PagerProps) {
  const pages = pagesOf(count);
  const first = count === 0 ? 0 : (page - 1) * LEAD_PAGE_ROWS + 1;
  const last = Math.min(page * LEAD_PAGE_ROWS, count);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border px-4 py-3 tabular-nums">
      <p role="status" className="text-sm text-muted-foreground">
        Showing {formatNumber(first)} to {formatNumber(last)} of {formatNumber(count)} results
        {count > LEAD_PAGE_ROWS * LEAD_PAGES_VIEWABLE && ' · Export to see them all'}
      </p>
      <Pagination label="Pages of leads" page={page} pages={pages} onPage={onPage} />
    </div>
  );
}
