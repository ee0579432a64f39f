import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createCsvReader } from '../../engines/csv/read-csv.ts';
import { findPostgres, startTestPostgres } from '../../server/platform/database/test-postgres.ts';
import { COLUMNS } from './generated-leads.ts';

/** A search for the peers, equivalent to `leadCondition`. */
export interface PeerSearch {
  titles: string[];
  notTitles: string[];
  industries: string[];
  countries: string[];
  hasEmail: boolean;
  hasPhone: boolean;
}

export interface Peer {
  name: string;
  loadSeconds: number;
  count(search: PeerSearch): Promise<number>;
  page(search: PeerSearch): Promise<unknown[]>;
  close(): Promise<void>;
}

type Rows = AsyncIterable<Buffer>;
const BATCH_ROWS = 10_000;

/** SQLite with an index on industry and country. `csv`: the table as exported by the engine. */
export async function loadSqlite(folder: string, csv: Rows): Promise<Peer> {
  const db = new DatabaseSync(join(folder, 'peer.sqlite'));
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144');
  db.exec(
    `create table leads (id integer primary key, ${COLUMNS.map((column) => `${column} text`).join(', ')})`,
  );
  const insert = db.prepare(
    `insert into leads (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`,
  );
  const startedAt = performance.now();
  const reader = createCsvReader(',');
  const decoder = new TextDecoder();
  let uncommitted = 0;
  db.exec('begin');
  for await (const piece of csv) {
    for (const { cells } of reader.push(decoder.decode(piece, { stream: true }))) {
      insert.run(...cells);
      uncommitted += 1;
    }
    if (uncommitted < BATCH_ROWS) continue;
    db.exec('commit; begin');
    uncommitted = 0;
  }
  for (const { cells } of reader.end()) insert.run(...cells);
  db.exec('commit; create index by_place on leads (Industry, Location_Country); analyze');
  const where = (search: PeerSearch) =>
    sqlWhere(
      search,
      (list) => list.map(() => '?').join(','),
      () => '?',
      'like',
    );
  return {
    name: 'SQLite',
    loadSeconds: (performance.now() - startedAt) / 1000,
    count: async (search) => {
      const { sql, values } = where(search);
      return Number(db.prepare(`select count(*) as n from leads where ${sql}`).get(...values)?.n);
    },
    page: async (search) => {
      const { sql, values } = where(search);
      return db
        .prepare(`select * from leads where ${sql} order by Industry, Location_Country, id limit 25`)
        .all(...values);
    },
    close: async () => db.close(),
  };
}

/**
 * PostgreSQL with the same index, and a trigram index on titles if available. Null if PostgreSQL isn't
 * installed.
 */
export async function loadPostgres(csv: Rows): Promise<Peer | null> {
  const bin = findPostgres();
  if (!bin) return null;
  const server = await startTestPostgres(bin);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(
    `create unlogged table leads (id bigint generated always as identity, ${COLUMNS.map((column) => `${column} text`).join(', ')})`,
  );
  const startedAt = performance.now();
  const copy = spawn('psql', [server.url, '-c', `\\copy leads (${COLUMNS.join(', ')}) from stdin csv`], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  for await (const piece of csv) if (!copy.stdin.write(piece)) await once(copy.stdin, 'drain');
  copy.stdin.end();
  await once(copy, 'exit');
  await client.query('create index by_place on leads (Industry, Location_Country, id)');
  const trigrams = await client
    .query('create extension pg_trgm')
    .then(() => client.query('create index by_title on leads using gin (Job_title gin_trgm_ops)'))
    .then(() => true)
    .catch(() => false);
  await client.query('analyze leads');
  const where = (search: PeerSearch) => {
    let index = 0;
    const next = () => {
      index += 1;
      return `$${index}`;
    };
    return sqlWhere(search, (list) => list.map(next).join(','), next, 'ilike');
  };
  return {
    name: trigrams ? 'PostgreSQL with pg_trgm' : 'PostgreSQL',
    loadSeconds: (performance.now() - startedAt) / 1000,
    count: async (search) => {
      const { sql, values } = where(search);
      return Number((await client.query(`select count(*) as n from leads where ${sql}`, values)).rows[0].n);
    },
    page: async (search) => {
      const { sql, values } = where(search);
      const order = 'order by Industry, Location_Country, id limit 25';
      return (await client.query(`select * from leads where ${sql} ${order}`, values)).rows;
    },
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

function sqlWhere(
  search: PeerSearch,
  many: (list: string[]) => string,
  one: () => string,
  like: string,
): { sql: string; values: string[] } {
  const parts: string[] = [];
  const values: string[] = [];
  if (search.industries.length > 0) {
    parts.push(`Industry in (${many(search.industries)})`);
    values.push(...search.industries);
  }
  if (search.countries.length > 0) {
    parts.push(`Location_Country in (${many(search.countries)})`);
    values.push(...search.countries);
  }
  if (search.hasEmail) parts.push(`Emails <> ''`);
  if (search.hasPhone) parts.push(`Phone_numbers <> ''`);
  const hasTitle = (titles: string[]) => {
    values.push(...titles.map((title) => `%${title}%`));
    return `(${titles.map(() => `Job_title ${like} ${one()}`).join(' or ')})`;
  };
  if (search.titles.length > 0) parts.push(hasTitle(search.titles));
  if (search.notTitles.length > 0) parts.push(`not ${hasTitle(search.notTitles)}`);
  return { sql: parts.join(' and ') || 'true', values };
}
