import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadFile } from '#tools/email-finder/server/person-file.ts';
import type { Deps } from '../deps.ts';
import { rowsJson } from '../tasks/results.ts';
import { accountJson, OWN_TABLES, type OwnTable, ownRows } from './own-data-store.ts';

const PAGE_ROWS = 500;

/**
 * Everything kept of an account, as the text of one JSON object in pieces: the account, then each table of its rows under its
 * name. A task has its rows with it, and the file it was started with.
 */
export async function* exportAccount(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  accountId: string,
): AsyncGenerator<string> {
  const account = await accountJson(db, accountId);
  yield `{"exportedAt":${JSON.stringify(new Date(clock.now()).toISOString())},"account":${account ?? 'null'}`;
  for (const [name, table] of Object.entries(OWN_TABLES)) {
    yield `,"${name}":[`;
    let comma = '';
    for await (const { key, json } of allRows(table)) {
      yield comma + (table === 'tasks' ? json.replace(/\}$/, ',"rows":') : json);
      if (table === 'tasks') {
        yield* rowsJson(db, key);
        const file = await loadFile(db, key);
        yield file ? `,"file":${JSON.stringify(file)}}` : '}';
      }
      comma = ',\n';
    }
    yield ']';
  }
  yield '}\n';

  async function* allRows(table: OwnTable): AsyncGenerator<{ key: string; json: string }> {
    let after: string | null = null;
    for (;;) {
      const page: { key: string; json: string }[] = await ownRows(db, table, accountId, {
        after,
        limit: PAGE_ROWS,
      });
      yield* page;
      after = page.at(-1)?.key ?? null;
      if (page.length < PAGE_ROWS) return;
      await nextTurn();
    }
  }
}
