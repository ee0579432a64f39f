import { useCallback, useMemo, useRef, useState } from 'react';
import { SELECTED_ROWS_MAX } from '#contract/limits.ts';
import { toast } from '../lib/toast.ts';

/** Selected rows of a table, by their numbers. */
export interface RowSelection {
  /** the rows that were selected one by one */
  ids: ReadonlySet<number>;
  /** all rows that match the filter, also those that aren't loaded */
  all: boolean;
  /** Selects a row or not. `range`: with all rows of `order` from the last one that was clicked. */
  select(id: number, on: boolean, range: { order: readonly number[] } | null): void;
  /** Selects these rows or not. Leaving some out of all clears the selection, which a toast says: calls take no exceptions. */
  selectMany(ids: readonly number[], on: boolean): void;
  selectAll(): void;
  clear(): void;
}

const NONE: ReadonlySet<number> = new Set();

/** The selection of a table. Another `scope`, such as another filter, starts without any. */
export function useRowSelection(scope: string): RowSelection {
  const [state, setState] = useState<{ scope: string; ids: ReadonlySet<number>; all: boolean }>();
  const current = state?.scope === scope ? state : undefined;
  const ids = current?.ids ?? NONE;
  const all = current?.all ?? false;
  const anchor = useRef<number | null>(null);

  const selectMany = useCallback(
    (changed: readonly number[], on: boolean) => {
      if (all && !on) {
        toast.info('The selection was cleared', {
          description: 'To leave out some of all rows, use a filter.',
        });
        return setState(undefined);
      }
      setState((before) => {
        const next = new Set(before?.scope === scope ? before.ids : NONE);
        for (const id of changed) {
          if (!on) next.delete(id);
          else if (next.size < SELECTED_ROWS_MAX) next.add(id);
        }
        return { scope, ids: next, all: false };
      });
    },
    [scope, all],
  );
  const select = useCallback<RowSelection['select']>(
    (id, on, range) => {
      const from = range && anchor.current !== null ? range.order.indexOf(anchor.current) : -1;
      const to = range?.order.indexOf(id) ?? -1;
      anchor.current = id;
      selectMany(
        range && from >= 0 && to >= 0 ? range.order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id],
        on,
      );
    },
    [selectMany],
  );
  return useMemo(
    () => ({
      ids,
      all,
      select,
      selectMany,
      selectAll: () => setState({ scope, ids: NONE, all: true }),
      clear: () => setState(undefined),
    }),
    [ids, all, select, selectMany, scope],
  );
}
