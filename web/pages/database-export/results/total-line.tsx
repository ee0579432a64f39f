import { FlaskConical } from 'lucide-react';
import { leftOutText } from '#contract/left-out-text.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { useLeads, useTotal } from '../use-leads.ts';

interface TotalLineProps {
  total: ReturnType<typeof useTotal>;
  leads: Pick<ReturnType<typeof useLeads>, 'count' | 'leftOut' | 'leftOutBy'>;
  /** Whether any filter is applied. */
  applied: boolean;
}

/** How many leads a database has, how many match or are left out, and whether they are made up. */
export function TotalLine({ total, leads: { count, leftOut, leftOutBy }, applied }: TotalLineProps) {
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
      {applied && leftOut > 0 && (
        <p className="text-muted-foreground text-sm tabular-nums">
          {formatNumber(leftOut)} left out: {leftOutText(leftOutBy)}
        </p>
      )}
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
