import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { type Db, openPGlite } from '../../server/platform/database/db.ts';
import { prepareDataFolder } from '../../server/platform/database/test-data-folder.ts';
import { createWideList } from '../lists/wide-list.ts';

const PERSON = { email: 'grid@bench.example', password: 'correct horse 9', data: { name: 'Grid' } };
const APP_KEY = { apikey: 'leadwell-public', 'content-type': 'application/json' };
/** Rows whose cells of steps have a state, as after a run. */
const WORKED_ROWS = 3000;
/** Every sixth column is filled by a tool. */
const COLUMNS_PER_STEP = 6;
const VIEWPORT = { width: 1440, height: 900 };

/** A server with lists of one person, by their columns. */
export interface ListPages {
  open(browser: Browser, columns: number): Promise<Page>;
  close(): Promise<void>;
}

/** Starts the product's server with a list of `rows` rows for each number of columns. */
export async function startListPages(rows: number, columns: readonly number[]): Promise<ListPages> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-bench-page-'));
  await prepareDataFolder(dataDir);
  const first = await startLeadwell({ dataDir });
  const signedUp = await fetch(`${first.url}/auth/v1/signup`, {
    method: 'POST',
    headers: APP_KEY,
    body: JSON.stringify(PERSON),
  });
  if (!signedUp.ok) throw new Error(`${signedUp.status}: ${await signedUp.text()}`);
  const session = await signedUp.text();
  await first.stop();
  const { db, close } = await openPGlite({ dataDir: join(dataDir, 'db') });
  const lists = new Map<number, string>();
  for (const count of columns) lists.set(count, await createWorkedList(db, rows, count));
  await close();
  const server = await startLeadwell({ dataDir, asInProduction: true });
  return {
    async open(browser, count) {
      const page = await browser.newPage({ viewport: VIEWPORT });
      await page.addInitScript(`localStorage.setItem('leadwell-auth', ${JSON.stringify(session)})`);
      await page.goto(`${server.url}/dashboard/lead-enrichment/${lists.get(count)}`);
      await page.locator('[role=row]:not([data-loading], [hidden]) [role=gridcell]').first().waitFor();
      return page;
    },
    async close() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A list of the person, with steps and what they said in the first rows. Returns its ID. */
async function createWorkedList(db: Db, rows: number, columns: number): Promise<string> {
  const { listId, accountId } = await createWideList(db, { name: `wide-${columns}`, rows, columns });
  const steps = Array.from({ length: Math.floor(columns / COLUMNS_PER_STEP) }, (_, at) => ({
    id: `s${at + 1}`,
    name: `Website ${at + 1}`,
    kind: 'tool',
    conditions: [],
    tries: [{ tool: 'company-to-domain', options: {}, inputs: { company: 'c0' }, accepts: [] }],
    outputs: [{ field: 'domain', column: `c${at * COLUMNS_PER_STEP + 1}` }],
  }));
  const { id: person } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', PERSON.email)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('lists')
    .set({ account_id: person, steps: JSON.stringify(steps) })
    .where('id', '=', listId)
    .execute();
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
  for (const { id } of steps)
    await sql`
      insert into list_cells (list_id, row_id, step, status, worked_at)
      select ${listId}::uuid, id, ${id}, case when id % 4 = 0 then 'nothing-found' else 'done' end, now()
      from list_rows where list_id = ${listId}::uuid order by id limit ${WORKED_ROWS}
    `.execute(db);
  return listId;
}

/** Scrolls down by `step` px in each frame. Returns how many frames had a visible row without its values, and the most rows. */
export function scrollingList(options: { frames: number; step: number; looks: boolean }): string {
  return `new Promise((resolve) => {
    const { frames, step, looks } = ${JSON.stringify(options)};
    const box = document.querySelector('[role=grid]');
    const bounds = box.getBoundingClientRect();
    let frame = 0;
    const seen = { empty: 0, rows: 0 };
    // Runs after the browser has drawn the frame.
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => {
      let rows = 0;
      for (const row of box.querySelectorAll('[role=row][data-loading]:not([hidden])')) {
        const { top, bottom } = row.getBoundingClientRect();
        if (bottom > bounds.top + 60 && top < bounds.bottom) rows += 1;
      }
      if (rows > 0) seen.empty += 1;
      seen.rows = Math.max(seen.rows, rows);
    };
    requestAnimationFrame(function next() {
      if (frame === frames) return resolve(seen);
      frame += 1;
      box.scrollTop += step;
      if (looks) drawn.port2.postMessage(null);
      requestAnimationFrame(next);
    });
  })`;
}
