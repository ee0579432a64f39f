import { plural } from '#contract/plural.ts';
import type { ScheduleRunView } from '#contract/schedules.ts';
import { formatNumber } from '../../lib/format.ts';

/** "3 new, 1 changed", "Nothing new", "First run: 120 rows" */
export function foundText({ first, added, changed, gone }: ScheduleRunView): string {
  if (first) return `First run: ${plural(added, 'row')}`;
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [gone, 'gone'],
  ] as const;
  const found = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`);
  return found.length === 0 ? 'Nothing new' : found.join(', ');
}
