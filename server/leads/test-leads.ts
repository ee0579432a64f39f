import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { AccountView } from '#contract/account.ts';
import { XLSX_TYPE } from '#contract/file-types.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import { createApp } from '../app.ts';
import { send, signUp } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { type OptOut, parseOptOut } from '../opt-outs/opt-out-entry.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';

/** A server with lead databases in a temporary folder. */
export interface LeadBench {
  deps: TestDeps;
  app: Hono<AppEnv>;
  person(plan?: { unlimited?: boolean; credits?: number; exported?: number }): Promise<Searcher>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of many different actions, checked by each test.
type Reply = any;

export interface Searcher {
  id: string;
  /** Calls a lead export function. */
  call(database: LeadDatabase, body: object): Promise<{ status: number; body: Reply }>;
  /** The unread response of a CSV export. */
  file(database: LeadDatabase, filters: object): Promise<Response>;
  /** Like `file`, with the filters and options of an export. */
  exportFile(database: LeadDatabase, options: object): Promise<Response>;
  /** Like `file`, as an Excel workbook. */
  workbook(database: LeadDatabase, filters: object): Promise<Response>;
  /** Like `file`, from a server that listens at `url`. */
  fileAt(url: string, database: LeadDatabase, filters: object): Promise<Response>;
  account(): Promise<AccountView>;
  /** Calls another function with a body, or without one. */
  post(
    name: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Reply }>;
  get(name: string): Promise<Reply>;
}

/** Leads to export, none of them free. */
export function newLeads(leads: number) {
  return { leads, repeats: null, affordable: false };
}

/** Leads that an export sent: those after `from`, up to `to`. */
export function sentLeads(from: number, to: number) {
  return { from, keys: BigUint64Array.from({ length: to - from }, (_, index) => BigInt(from + index)) };
}

let people = 0;

export async function openLeadBench(environment: Record<string, string> = {}): Promise<LeadBench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-leads-'));
  const database = await openTestDatabase();
  const deps = makeTestDeps(database, { environment: { DATA_DIR: dataDir, ...environment } });
  const app = createApp(deps);
  return {
    deps,
    app,
    async person(plan = {}) {
      people += 1;
      const { access_token: token, user } = await signUp(app, `searcher${people}@example.com`);
      const { unlimited = false, credits = 1000, exported = 0 } = plan;
      await database.db
        .updateTable('accounts')
        .set({ plan: unlimited ? 'unlimited' : 'free', balance: credits, monthly_exports: exported })
        .where('id', '=', user.id)
        .execute();
      const post = (of: LeadDatabase, body: object, headers: Record<string, string> = {}) =>
        send(app, `/functions/v1/${LEAD_DATABASE_SHAPES[of].call}`, { token, body, headers });
      return {
        id: user.id,
        call: async (of, body) => {
          const response = await post(of, body);
          return { status: response.status, body: await response.json() };
        },
        file: (of, filters) => post(of, { action: 'export', filters }, { accept: 'text/csv' }),
        exportFile: (of, options) => post(of, { action: 'export', ...options }, { accept: 'text/csv' }),
        workbook: (of, filters) => post(of, { action: 'export', filters }, { accept: XLSX_TYPE }),
        fileAt: (url, of, filters) =>
          fetch(`${url}/functions/v1/${LEAD_DATABASE_SHAPES[of].call}`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              accept: 'text/csv',
            },
            body: JSON.stringify({ action: 'export', filters }),
          }),
        post: async (name, body, headers = {}) => {
          const response = await send(app, `/functions/v1/${name}`, { token, body, headers });
          return { status: response.status, body: await response.json() };
        },
        get: async (name) => (await send(app, `/functions/v1/${name}`, { token })).json(),
        account: async () =>
          (await (await send(app, '/functions/v1/account', { token })).json()) as AccountView,
      };
    },
    close: async () => {
      await deps.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens lead databases that are empty. Otherwise, their first use loads 30,000 sample leads, which takes the engine seconds. */
export async function openWithoutSamples(
  { deps }: Pick<LeadBench, 'deps'>,
  ...databases: readonly LeadDatabase[]
): Promise<void> {
  for (const database of databases) {
    await recordDrop(deps.warehouse, database, new Date(deps.clock.now()));
    await deps.leadSearch.state(database);
  }
}

/** Replaces the leads of LeadRocks by so many that are wide: an export of them doesn't fit into the buffers of one query. */
export async function loadWideLeads({ deps }: Pick<LeadBench, 'deps'>, leads: number): Promise<void> {
  await recordDrop(deps.warehouse, 'leadrocks', new Date());
  await loadLeads(deps.warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Company'],
    rows: Array.from({ length: leads }, (_, index) => [
      `Lead ${index}`,
      'CTO',
      `Company ${'c'.repeat(1700)}`,
    ]),
  });
  deps.leadSearch.invalidate('leadrocks');
}

/** Parses opt-out entries. Throws if one is invalid. */
export function parseOptOuts(...texts: readonly string[]): OptOut[] {
  return texts.map((text) => {
    const result = parseOptOut(text);
    if (!result.ok) throw new Error(`${text}: ${result.reason}`);
    return result.entry;
  });
}
