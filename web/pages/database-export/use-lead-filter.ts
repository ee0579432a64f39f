import { useMemo } from 'react';
import type { LeadDatabase } from '#contract/leads.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import { useLists } from '../../lib/lists.ts';
import { chosenLeaveOut, defaultLeaveOut, type LeadFilter, readFilter } from './lead-filter.ts';
import { useListChanges } from './use-leads.ts';

/**
 * The filter in the URL, with the exclusion lists that it leaves out: those that someone chose, or else all. `leavesOutAll`: no one
 * chose. `withLeaveOut` returns a filter with those that were chosen now.
 */
export function useLeadFilter(database: LeadDatabase, params: URLSearchParams) {
  // Whom another tab has added to an exclusion list, or to none so far, must not be paid for.
  const lists = useLists({ onFocus: true });
  const exclusions = useMemo(
    () => (lists.data?.lists ?? []).filter(({ excludes }) => excludes !== null),
    [lists.data],
  );
  const read = useMemo(() => readFilter(database, params), [database, params]);
  const allLeftOut = useMemo(
    () =>
      defaultLeaveOut(
        exclusions.map(({ id }) => id),
        read.inList,
      ),
    [exclusions, read.inList],
  );
  const filter = useMemo(() => {
    const ids = exclusions.map(({ id }) => id).filter((id) => read.leaveOut?.includes(id));
    return { ...read, leaveOut: read.leaveOut ? ids.slice(0, LEAVE_OUT_MAX) : allLeftOut };
  }, [read, exclusions, allLeftOut]);
  const used = useMemo(() => {
    const { inList, leaveOut } = filter;
    return (lists.data?.lists ?? []).filter(({ id }) => inList.includes(id) || leaveOut?.includes(id));
  }, [lists.data, filter]);
  useListChanges(database, used);
  return {
    filter,
    lists,
    exclusions,
    leavesOutAll: read.leaveOut === null,
    withLeaveOut: (before: LeadFilter, chosen: readonly string[]): LeadFilter => ({
      ...before,
      leaveOut: chosenLeaveOut(chosen, allLeftOut),
    }),
  };
}
