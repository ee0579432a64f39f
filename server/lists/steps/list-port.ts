import type { RunRow } from '#contract/list-run-cells.ts';
import type { ListStep } from '#contract/list-steps.ts';
import { orderSteps } from '#engines/list-steps/step-order.ts';
import type { Deps } from '../../deps.ts';
import type { OpenPorts } from '../../tasks/task-tool.ts';
import { changeableRows } from '../cell-store.ts';
import { findRun } from '../run-store.ts';

/** The port through which runs read lists. */
export function openListPort({ database: { db } }: Pick<Deps, 'database'>): OpenPorts {
  const list = {
    async load(taskId: string, ids: readonly number[]): Promise<{ steps: ListStep[]; rows: RunRow[] }> {
      const run = await findRun(db, taskId);
      if (!run) return { steps: [], rows: [] };
      const order = orderSteps(run.steps);
      const rows = await changeableRows(db, run.list_id, ids);
      return {
        steps: order.ok ? order.steps : [],
        rows: rows.map(({ id, cells, edited }) => ({ id, values: cells, edited: edited ?? [] })),
      };
    },
  };
  return { ports: { list }, close: async () => {} };
}
