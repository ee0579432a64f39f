import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

interface PaginationProps {
  /** what the pages contain, for screen readers */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** The current page with Previous and Next buttons. */
export function Pagination({ label, page, pages, onPage }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex items-center gap-2 tabular-nums">
      <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <span className="text-sm whitespace-nowrap">
        Page {page} of {Math.max(pages, 1)}
      </span>
      <Button variant="secondary" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
