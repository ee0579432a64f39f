import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderView } from '#contract/payments.ts';
import { send } from '#server/auth/test-requests.ts';
import { recordImport } from '#server/leads/import-records.ts';
import { loadLeads } from '#server/leads/load-leads.ts';
import { payRefundsDue } from '#server/payments/refunds.ts';
import { openPaymentBench, type Payer, type PaymentBench } from '#server/payments/test-bench.ts';
import { every } from '#server/platform/every.ts';
import type { ServerDeps } from '#server/server-deps.ts';
import { type PeopleWorker, type PeopleWorkerOptions, startPeopleWorker } from './worker.ts';

/** What tests of the people scraper do again and again, over a server with payments. */
export interface PeopleBench {
  /**
   * Puts so many leads into the apollo database; an odd one's title is Engineer, an even one's Head of Sales.
   */
  load(leads: number, options?: { append?: boolean; name?: (n: number) => string }): Promise<void>;
  /** Pays for records with the built-in test payments; answers the order's id. */
  buy(payer: Payer, order: Bought): Promise<string>;
  order(payer: Payer, id: string): Promise<OrderView>;
  /** Asks to run an order; `prefer` in the headers to hear of it at once. */
  scrape(payer: Payer, search?: Bought, headers?: Record<string, string>): ReturnType<Payer['call']>;
  /** The order once its run has ended and nothing is owed. */
  ended(payer: Payer, id: string): Promise<OrderView>;
  /** The rows of a file by its address, without the header. */
  rows(address: string | null | undefined): Promise<string[]>;
}

export interface Bought {
  apolloUrl: string;
  recordCount: number;
}

const COLUMNS = ['first_name', 'last_name', 'title', 'company', 'email', 'country'];

/** Goes with a request that does not wait for the run's end. */
export const AT_ONCE = { prefer: 'respond-async' };

export const SALES: Bought = {
  apolloUrl: 'https://app.apollo.io/#/people?personTitles[]=sales&personLocations[]=France',
  recordCount: 1000,
};

/** A gate before the pages of records that a worker reads. */
export interface PageGate {
  deps: ServerDeps;
  /** So many pages more are read, the next ones wait. */
  close(after?: number): void;
  open(): void;
  /** How many pages were asked for. */
  asked: number;
}

/** The same parts over a warehouse whose pages of records can be held up. */
export function gatePages(deps: ServerDeps): PageGate {
  let wait = Promise.resolve();
  let free = Number.POSITIVE_INFINITY;
  let open = () => {};
  const gate: PageGate = {
    asked: 0,
    deps: {
      ...deps,
      warehouse: {
        ...deps.warehouse,
        rows: async (statement, shape, options) => {
          if (/LIMIT \{most:UInt32\}$/.test(statement.sql)) {
            gate.asked += 1;
            free -= 1;
            if (free < 0) await wait;
          }
          return deps.warehouse.rows(statement, shape, options);
        },
      },
    },
    close(after = 0) {
      free = after;
      wait = new Promise((resolve) => {
        open = resolve;
      });
    },
    open() {
      free = Number.POSITIVE_INFINITY;
      open();
    },
  };
  return gate;
}

/** A server with test payments, leads, and refunds that are paid as they come due. */
export interface PeopleWorld {
  bench: PaymentBench;
  people: PeopleBench;
  folder: string;
  /** Starts a worker, ended by `stopWorkers`. */
  work(deps?: ServerDeps, options?: PeopleWorkerOptions): Promise<PeopleWorker>;
  stopWorkers(): Promise<void>;
  close(): Promise<void>;
}

export async function openPeopleWorld(
  leads: number,
  environment: Record<string, string> = {},
): Promise<PeopleWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-people-'));
  const bench = await openPaymentBench({ DATA_DIR: folder, ...environment });
  const people = peopleBench(bench);
  if (leads > 0) await people.load(leads);
  const stopRefunds = every(50, async () => void (await payRefundsDue(bench.parts)));
  const workers: PeopleWorker[] = [];
  const stopWorkers = async () => {
    for (const worker of workers.splice(0)) await worker.stop();
  };
  return {
    bench,
    people,
    folder,
    async work(deps = bench.deps, options = {}) {
      const worker = await startPeopleWorker(deps, { holdsLeads: true, ...options });
      workers.push(worker);
      return worker;
    },
    stopWorkers,
    async close() {
      await stopWorkers();
      await stopRefunds();
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function peopleBench(bench: PaymentBench): PeopleBench {
  const { app, deps } = bench;
  const view = async (payer: Payer, id: string): Promise<OrderView> =>
    (await payer.call(`order-status?id=${id}`)).body;
  return {
    async load(leads, { append = false, name = (n: number) => `Person${n}` } = {}) {
      const search = deps.leadSearch;
      await search.state('apollo');
      // Imports are told apart by their times.
      bench.deps.clock.advance(1);
      await loadLeads(deps.warehouse, {
        database: 'apollo',
        mode: append ? 'append' : 'replace',
        columns: COLUMNS,
        rows: Array.from({ length: leads }, (_, n) => [
          name(n),
          'Of "Old"',
          n % 2 === 0 ? 'Head of Sales' : 'Engineer',
          n % 3 === 0 ? '=HYPERLINK("x")' : 'Acme, Inc.',
          `${name(n).toLowerCase()}@acme.example`,
          'France',
        ]),
      });
      await recordImport(deps.warehouse, {
        id: randomUUID(),
        database: 'apollo',
        mode: append ? 'append' : 'replace',
        at: new Date(deps.clock.now()).toISOString(),
        source: 'test',
        licence: 'test',
        dataDate: '',
        preset: 'own',
        rows: leads,
        duplicates: 0,
        refused: 0,
        columns: COLUMNS,
      });
      search.changed('apollo');
    },
    async buy(payer, order) {
      const { status, body } = await payer.call('create-stripe-checkout', {
        planId: 'apollo_scraper',
        isApolloScraper: true,
        ...order,
      });
      if (status !== 200) throw new Error(`No checkout: ${status} ${JSON.stringify(body)}`);
      const sessionId = /cs_test_\w+/.exec(body.url)?.[0] ?? '';
      if (bench.parts.provider.source === 'test') {
        await payer.call('test-checkout-act', { sessionId, act: 'pay' });
      }
      return body.orderId;
    },
    order: view,
    scrape: (payer, search = SALES, headers = {}) => payer.call('apollo-scraper', search, { headers }),
    async ended(payer, id) {
      for (;;) {
        const order = await view(payer, id);
        if (order.run && !['waiting', 'running', 'refunding'].includes(order.run.status)) return order;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async rows(address) {
      const { pathname, search } = new URL(address ?? '');
      const response = await send(app, `${pathname}${search}`);
      if (response.status !== 200) throw new Error(`No file: ${response.status}`);
      const lines = (await response.text()).split('\r\n');
      return lines.slice(1, -1);
    },
  };
}
