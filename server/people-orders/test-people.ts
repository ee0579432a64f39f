import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderView } from '#contract/payments.ts';
import { send } from '../auth/test-requests.ts';
import { recordImport } from '../leads/import-records.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { payRefundsDue } from '../payments/refunds.ts';
import { openPaymentBench, type Payer, type PaymentBench } from '../payments/test-bench.ts';
import { every } from '../platform/every.ts';
import type { ServerDeps } from '../server-deps.ts';
import { type PeopleWorker, type PeopleWorkerOptions, startPeopleWorker } from './worker.ts';

/** Common steps of people order tests, on a server with payments. */
export interface PeopleBench {
  /** Loads leads into the apollo database. Odd ones are Engineers, even ones Heads of Sales. */
  load(leads: number, options?: { append?: boolean; name?: (n: number) => string }): Promise<void>;
  /** Pays for records with the built-in test payments. Returns the order's ID. */
  buy(payer: Payer, order: Bought): Promise<string>;
  order(payer: Payer, id: string): Promise<OrderView>;
  /** Runs an order. With a `prefer` header it doesn't wait for the end. */
  scrape(payer: Payer, search?: Bought, headers?: Record<string, string>): ReturnType<Payer['call']>;
  /** Waits until the run has ended and refunds are paid. Returns the order. */
  ended(payer: Payer, id: string): Promise<OrderView>;
  /** The rows of the file at a URL, without the header. */
  rows(address: string | null | undefined): Promise<string[]>;
}

export interface Bought {
  apolloUrl: string;
  recordCount: number;
}

const COLUMNS = ['first_name', 'last_name', 'title', 'company', 'email', 'country'];

/** Headers of a request that doesn't wait for the run's end. */
export const ASYNC = { prefer: 'respond-async' };

export const SALES: Bought = {
  apolloUrl: 'https://app.apollo.io/#/people?personTitles[]=sales&personLocations[]=France',
  recordCount: 1000,
};

/** Blocks the pages of records that a worker reads. */
export interface PageGate {
  deps: ServerDeps;
  /** Blocks pages after the next `after` ones. */
  close(after?: number): void;
  open(): void;
  /** Number of requested pages. */
  requested: number;
}

/** The same deps with a warehouse whose pages can be blocked. */
export function gatePages(deps: ServerDeps): PageGate {
  let wait = Promise.resolve();
  let free = Number.POSITIVE_INFINITY;
  let open = () => {};
  const gate: PageGate = {
    requested: 0,
    deps: {
      ...deps,
      warehouse: {
        ...deps.warehouse,
        rows: async (statement, shape, options) => {
          if (/LIMIT \{most:UInt32\}$/.test(statement.sql)) {
            gate.requested += 1;
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

/** A server with test payments and leads that pays refunds when they are due. */
export interface PeopleWorld {
  bench: PaymentBench;
  people: PeopleBench;
  folder: string;
  /** Starts a worker; `stopWorkers` stops it. */
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
  const stopRefunds = every(10, async () => void (await payRefundsDue(bench.payments)));
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
      // Imports differ by their times.
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
      search.invalidate('apollo');
    },
    async buy(payer, order) {
      const { status, body } = await payer.call('create-stripe-checkout', {
        planId: 'apollo_scraper',
        isApolloScraper: true,
        ...order,
      });
      if (status !== 200) throw new Error(`No checkout: ${status} ${JSON.stringify(body)}`);
      const sessionId = /cs_test_\w+/.exec(body.url)?.[0] ?? '';
      if (bench.payments.provider.source === 'test') {
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
        await new Promise((resolve) => setTimeout(resolve, 10));
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
