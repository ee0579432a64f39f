import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { BounceOverview, BounceReceipt } from '#contract/bounces.ts';
import { TASK_TOOLS } from '#tools/index/server-tools.ts';
import { createApp } from '../app.ts';
import { type Caller, newCaller } from '../auth/test-caller.ts';
import { send } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { startTask } from '../tasks/start-task.ts';
import { openTaskBench, type TaskBench } from '../tasks/test-tasks.ts';

/** A server that counts bounces, and accounts that got addresses from it. */
export interface BounceBench {
  bench: TaskBench;
  app: Hono<AppEnv>;
  sender(): Promise<Sender>;
  close(): Promise<void>;
}

export interface Sender extends Caller {
  /** Gets addresses as results and pays for them, unless they are unknown. `apiKeyId`: the key that pays. */
  got(
    addresses: readonly string[],
    status?: 'deliverable' | 'risky' | 'unknown',
    apiKeyId?: string,
  ): Promise<void>;
  report(...events: object[]): Promise<BounceReceipt>;
  balance(): Promise<number>;
  overview(): Promise<BounceOverview>;
  /** Makes the address for providers, with these keys. Returns its path. */
  inbox(keys?: Record<string, string | null>): Promise<string>;
  /** Sends a body to that address. */
  deliver(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** The type of the tool that gives addresses. */
const finder = [...TASK_TOOLS.values()].find(({ definition }) => definition.task.givenAddress);

export async function openBounceBench(): Promise<BounceBench> {
  const bench = await openTaskBench();
  const app = createApp(bench.deps);

  async function sender(): Promise<Sender> {
    const caller = await newCaller(app);
    if (!finder) throw new Error('No tool gives addresses.');
    const { type } = finder.definition.task;
    return {
      ...caller,
      async got(addresses, status = 'deliverable', apiKeyId = undefined) {
        const inputs = addresses.map((address) => JSON.stringify({ address }));
        const task = await startTask(bench.deps, {
          accountId: caller.id,
          apiKeyId: apiKeyId ?? null,
          type,
          inputs,
          claim: null,
        });
        const items = addresses.map((address, position) => ({
          position,
          row: JSON.stringify({
            address,
            status,
            verified_email: status === 'deliverable' ? address : null,
            best_guess: status === 'unknown' ? address : null,
          }),
          found: status !== 'unknown',
          failed: status === 'unknown',
          billable: status !== 'unknown',
          outcome: status,
        }));
        await bench.settle(task, items);
      },
      async report(...events) {
        const reply = await caller.post('bounces', { events });
        if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
        return BounceReceipt.parse(await reply.json());
      },
      balance: () => bench.balance(caller.id),
      overview: async () => BounceOverview.parse(await (await caller.get('bounce-reports')).json()),
      async inbox(keys = {}) {
        const reply = await caller.post('bounce-settings', { keys });
        const { url } = BounceOverview.parse(await reply.json());
        return new URL(url ?? '').pathname;
      },
      deliver: async (path, body, headers = {}) =>
        send(app, path, { body: typeof body === 'string' ? body : JSON.stringify(body), headers }),
    };
  }

  return { bench, app, sender, close: () => bench.close() };
}

/** An address that no other test uses. */
export function newAddress(domain = `${randomUUID().slice(0, 8)}.example`): string {
  return `jane.${randomUUID().slice(0, 8)}@${domain}`;
}
