import type { LookUpAnswer, LookUpItem } from '#contract/list-look-up.ts';
import type { MembershipAnswer, MembershipItem } from '#contract/list-membership.ts';
import type { RunRow, ToolAnswer } from '#contract/list-run-cells.ts';
import type { ListStep } from '#contract/list-steps.ts';
import { orderSteps } from '#engines/list-steps/step-order.ts';
import type { Deps } from '../../deps.ts';
import type { OpenPorts } from '../../tasks/task-tool.ts';
import { changeableRows } from '../cell-store.ts';
import { leftOutOfRun } from '../exclusions/left-out.ts';
import { findRun, type ListRunRecord } from '../run-store.ts';
import { checkRows } from '../shown-rows.ts';
import { findList, findSource } from '../store.ts';
import { type AccountModel, openAiKey } from './ai-keys.ts';
import { findInLists } from './find-in-lists.ts';
import { lookUpRows } from './look-up-rows.ts';
import { type RunTokens, returnTokens, takeTokens } from './run-tokens.ts';
import { openSecrets, type StepSecret } from './step-secrets.ts';
import { findWrongAnswers, hasWrongAnswers } from './wrong-answers.ts';

/** The port through which runs read lists, and the secrets of their steps. */
export function openListPort(deps: Pick<Deps, 'database' | 'secrets'>): OpenPorts {
  const { db } = deps.database;
  const leftOutOf = async (run: ListRunRecord) => {
    const list = await findList(db, run.account_id, run.list_id);
    return list ? leftOutOfRun(deps, list, run.leave_out) : null;
  };
  const list = {
    async load(
      taskId: string,
      ids: readonly number[],
    ): Promise<{ steps: ListStep[]; rows: RunRow[]; hasWrong: boolean; leavesOut: boolean }> {
      const run = await findRun(db, taskId);
      if (!run) return { steps: [], rows: [], hasWrong: false, leavesOut: false };
      const order = orderSteps(run.steps);
      const source = await findSource(db, run.list_id);
      const stored = await changeableRows(db, run.list_id, ids);
      // Who opted out may still be stored for a minute.
      const { shown: rows } = source ? await checkRows(deps, source, stored) : { shown: [] };
      return {
        hasWrong: await hasWrongAnswers(db, run.account_id),
        leavesOut: (await leftOutOf(run)) !== null,
        steps: order.ok ? order.steps : [],
        rows: rows.map(({ id, cells, edited }) => ({ id, values: cells, edited: edited ?? [] })),
      };
    },
    async secrets(taskId: string, ids: readonly string[]): Promise<Record<string, StepSecret>> {
      const run = await findRun(db, taskId);
      return run
        ? openSecrets(db, deps.secrets, { listId: run.list_id, accountId: run.account_id, ids })
        : {};
    },
    async accountModel(taskId: string): Promise<AccountModel | null> {
      const run = await findRun(db, taskId);
      return run ? openAiKey(db, deps.secrets, run.account_id) : null;
    },
    takeTokens: (taskId: string, wanted: RunTokens & { limit: number }) => takeTokens(db, taskId, wanted),
    returnTokens: (taskId: string, unused: RunTokens) => returnTokens(db, taskId, unused),
    async findInLists(taskId: string, items: readonly MembershipItem[]): Promise<MembershipAnswer[]> {
      const run = await findRun(db, taskId);
      return run ? findInLists(deps, run.account_id, items) : items.map(() => ({ kind: 'gone' }));
    },
    async lookUpRows(taskId: string, items: readonly LookUpItem[]): Promise<LookUpAnswer[]> {
      const run = await findRun(db, taskId);
      return run ? lookUpRows(deps, run.account_id, items) : items.map(() => ({ kind: 'gone', list: null }));
    },
    async findLeftOut(taskId: string, rows: readonly Readonly<Record<string, string>>[]): Promise<boolean[]> {
      const run = await findRun(db, taskId);
      const exclusionOf = run ? await leftOutOf(run) : null;
      return rows.map((values) => Boolean(exclusionOf?.(values)));
    },
    async findWrong(taskId: string, answers: readonly ToolAnswer[]): Promise<boolean[]> {
      const run = await findRun(db, taskId);
      return run ? findWrongAnswers(deps, run.account_id, answers) : answers.map(() => false);
    },
  };
  return { ports: { list }, close: async () => {} };
}
