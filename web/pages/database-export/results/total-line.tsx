import { FlaskConical } from 'lucide-react';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { useLeads, useTotal } from '../use-leads.ts';

interface TotalLineProps {
  total: ReturnType<typeof useTotal>;
  count: ReturnType<typeof useLeads>['count'];
  /** Whether any filter is applied. */
  applied: boolean;
}

/** How many leads a database has, how many match, and whether they are made up. */
export function TotalLine({ total, count, applied }: TotalLineProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="tabular-nums">
        {total.data
          ? `Total leads: ${formatNumber(total.data.total)}`
          : total.isError
            ? 'Total leads: unknown'
            : 'Counting leads…'}
        {applied && count.data !== undefined && ` | Filtered: ${formatNumber(count.data)}`}
        {applied && count.isError && ' | Filtered: unknown'}
      </p>
      {total.data?.deleteOn && (
        <p className="text-muted-foreground text-sm">Kept until {formatDay(total.data.deleteOn)}</p>
      )}
      {total.data?.sample && (
        <Badge tone="warning" title={total.data.source ?? undefined}>
          <FlaskConical aria-hidden />
          Sample data
        </Badge>
      )}
    </div>
  );
}
