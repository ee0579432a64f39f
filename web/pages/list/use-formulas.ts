import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { FORMULA_ERROR } from '#contract/list-steps.ts';
import type { ListView } from '#contract/lists.ts';
import { invoke } from '../../lib/calls.ts';
import { canFail } from './grid-columns.ts';
import type { RowWindows } from './row-windows.ts';

const POLL_MS = 1000;
/** Changes of a list are counted together. */
const FRESH_MS = 5000;
const NO_FAILURES: Readonly<Record<string, number>> = {};

/** Looks at the rows on screen again while the server computes formulas. */
export function useComputedRows({ computing }: Pick<ListView, 'computing'>, windows: RowWindows): void {
  const isOpen = computing !== null;
  useEffect(() => {
    if (!isOpen) return;
    let timer = setTimeout(look, POLL_MS);
    let ended = false;
    async function look() {
      await windows.look();
      if (!ended) timer = setTimeout(look, POLL_MS);
    }
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [isOpen, windows]);
}

/** In how many rows each formula failed, by its column. Columns without a failure are missing. */
export function useFormulaFailures(list: ListView): Readonly<Record<string, number>> {
  const columns = list.steps.flatMap((step) =>
    canFail(step) ? step.outputs.map(({ column }) => column) : [],
  );
  const version = list.computing === null ? list.version : 'computing';
  const { data } = useQuery({
    queryKey: ['formula-failures', list.id, columns, version],
    queryFn: async ({ signal }) => {
      const failures: Record<string, number> = {};
      for (const column of columns) {
        const where = JSON.stringify([{ fields: [column], is: 'starting', value: FORMULA_ERROR }]);
        const { total } = await invoke(LIST_CALLS.listRows, { id: list.id, where, limit: 1 }, { signal });
        if (total > 0) failures[column] = total;
      }
      return failures;
    },
    enabled: columns.length > 0,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  return data ?? NO_FAILURES;
}
