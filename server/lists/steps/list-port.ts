import type { RunRow } from '#contract/list-run-cells.ts';
import type { ListStep } from '#contract/list-steps.ts';
import { orderSteps } from '#engines/list-steps/step-order.ts';
import type { Deps } from '../../deps.ts';
import type { OpenPorts } from '../../tasks/task-tool.ts';
import { changeableRows } from '../cell-store.ts';
import { findRun } from '../run-store.ts';
import { openSecrets, type StepSecret } from './step-secrets.ts';

/** The port through which runs read lists, and the secrets of their steps. */
export function openListPort({ database: { db }, secrets }: Pick<Deps, 'database' | 'secrets'>): OpenPorts {
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
    async secrets(taskId: string, ids: readonly string[]): Promise<Record<string, StepSecret>> {
      const run = await findRun(db, taskId);
      return run ? openSecrets(db, secrets, { listId: run.list_id, accountId: run.account_id, ids }) : {};
    },
  };
  return { ports: { list }, close: async () => {} };
}
