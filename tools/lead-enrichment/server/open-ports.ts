import { orderSteps } from '#engines/list-steps/step-order.ts';
import type { Deps } from '#server/deps.ts';
import { changeableRows, findRun } from '#server/lists/cell-store.ts';
import type { OpenPorts } from '#server/tasks/task-tool.ts';
import type { LeadEnrichmentPorts } from '../run/ports.ts';

/** The port through which runs read lists. */
export function openListPort({ database: { db } }: Pick<Deps, 'database'>): OpenPorts {
  const list: LeadEnrichmentPorts['list'] = {
    async load(taskId, ids) {
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
  return { ports: { list: { ...list } }, close: async () => {} };
}
