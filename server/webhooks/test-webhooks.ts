import type { z } from 'zod';
import { type DeliveryPage, type WebhookList, WebhookSecret } from '#contract/webhooks.ts';
import { type KeyBench, type KeyOwner, openKeyBench, withKey } from '../api-keys/test-api-keys.ts';
import { openWebhookMail } from '../auth/webhook-mail.ts';
import { transaction } from '../platform/database/db.ts';
import { runningTasks } from '../tasks/own-tasks.ts';
import { listDeliveries } from './deliveries.ts';
import { listWebhooks } from './endpoints.ts';
import { type NewEvent, writeEvent } from './events.ts';
import { startWebhookReceiver, type WebhookReceiver } from './test-receiver.ts';
import { startWebhookWorker } from './worker.ts';

/** A server with a webhook worker and a receiver on loopback. The clock is a test clock. */
export interface WebhookBench extends KeyBench {
  receiver: WebhookReceiver;
  /** Calls a function with an API key, which the test clock doesn't end. */
  call(owner: KeyOwner, name: string, body?: unknown): Promise<Response>;
  /** Creates a webhook that gets `events` at a path of the receiver, or at an address. */
  hook(owner: KeyOwner, place: string, events?: readonly string[]): Promise<WebhookSecret>;
  /** Writes an event as a feature does. */
  write(owner: KeyOwner, event?: Partial<NewEvent>): Promise<number>;
  deliveries(owner: KeyOwner, webhook: string): Promise<z.output<typeof DeliveryPage>['deliveries']>;
  view(owner: KeyOwner, webhook: string): Promise<z.output<typeof WebhookList>['webhooks'][number]>;
}

/** `tryMs`: how long a try can take. `pollMs`: how often the worker looks at its queue. */
export async function openWebhookBench(
  environment: Record<string, string> = { ALLOW_PRIVATE_NETWORK: '1' },
  { tryMs = 20_000, pollMs }: { tryMs?: number; pollMs?: number } = {},
): Promise<WebhookBench> {
  const bench = await openKeyBench(environment);
  const receiver = await startWebhookReceiver();
  const onDisabled = await openWebhookMail(bench.deps);
  const { testing } = bench.deps;
  const polling = testing && pollMs !== undefined ? { testing: { ...testing, pollMs } } : {};
  const worker = await startWebhookWorker({ ...bench.deps, ...polling }, { onDisabled, tryMs });
  const keys = new Map<KeyOwner, Promise<{ key: string }>>();
  async function call(owner: KeyOwner, name: string, body?: unknown): Promise<Response> {
    const made = keys.get(owner) ?? owner.makeKey();
    keys.set(owner, made);
    return withKey(bench.app, (await made).key, name, { body });
  }
  return {
    ...bench,
    receiver,
    call,
    hook: async (owner, place, events = ['list.rows_added']) => {
      const url = place.startsWith('/') ? receiver.url(place) : place;
      const reply = await call(owner, 'webhook-create', { url, events });
      if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
      return WebhookSecret.parse(await reply.json());
    },
    write: (owner, event = {}) =>
      transaction(bench.deps.database.db, (tx) =>
        writeEvent(tx, {
          accountId: owner.id,
          type: 'list.rows_added',
          data: { listId: 'a-list', added: 3 },
          path: '/dashboard/lists/a-list',
          ...event,
        }),
      ),
    deliveries: async (owner, webhook) => {
      const page = { webhook, limit: 25 };
      return (await listDeliveries(bench.deps, owner.id, page)).deliveries;
    },
    view: async (owner, webhook) => {
      const { webhooks } = await listWebhooks({ ...bench.deps, runningTasks }, owner.id);
      const view = webhooks.find(({ id }) => id === webhook);
      if (!view) throw new Error('There is no such webhook.');
      return view;
    },
    close: async () => {
      await worker.stop();
      await receiver.close();
      await bench.close();
    },
  };
}
