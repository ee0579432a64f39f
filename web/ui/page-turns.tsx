import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

interface PageTurnsProps {
  /** what the pages are of, for those who listen */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Which page one is on, and the way to those beside it. */
export function PageTurns({ label, page, pages, onPage }: PageTurnsProps) {
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
