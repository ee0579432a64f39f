// On PostgreSQL: it reads a file that is being replaced differently.
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#server/platform/database/db.ts';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { type RanStatement, recordStatements } from '#server/platform/database/test-statements.ts';
import { findFile, replaceParts } from './file-store.ts';
import { ownRows } from './own-rows.ts';
import { uploadFormat } from './person-file.ts';
import { packed } from './read-upload.ts';
import { type EmailBench, type EmailCaller, openEmailBench } from './test-emails.ts';

let emails: EmailBench;
let eve: EmailCaller;
let db: Db;
let statements: RanStatement[];
beforeAll(async () => {
  const recorded = recordStatements(await openTestDatabase());
  emails = await openEmailBench({}, recorded.database);
  eve = await emails.signUp();
  db = recorded.database.db;
  statements = recorded.statements;
});
afterAll(() => emails.close());

const PARTS = 12;
const CSV = 'id;Name;Website\r\n1;Jane Miller;acme.com;extra\r\n2;Bo Chen;b.com\r\n';
async function* noItems() {}

/** A list as it is stored, in many parts. */
async function inParts(csv: string): Promise<Uint8Array[]> {
  const bytes = Buffer.concat(await packed(csv));
  const size = Math.ceil(bytes.length / PARTS);
  return Array.from({ length: PARTS }, (_, part) => bytes.subarray(part * size, (part + 1) * size));
}
/** A task whose list has many parts. */
async function taskInParts(): Promise<string> {
  const { id } = await eve.start(CSV);
  await replaceParts(db, id, await inParts(CSV));
  statements.splice(0);
  return id;
}
async function changeReading(id: string, more: object): Promise<void> {
  const files = db.selectFrom('task_files').select('reading').where('task_id', '=', id);
  const { reading } = await files.executeTakeFirstOrThrow();
  await db
    .updateTable('task_files')
    .set({ reading: JSON.stringify({ ...reading, ...more }) })
    .where('task_id', '=', id)
    .execute();
}
const partReads = () => statements.filter(({ text }) => text.includes('select content'));

it('reads one part of an uploaded list at a time, and none for its format', async () => {
  const id = await taskInParts();
  const list = await ownRows(db, id, noItems);
  expect(list?.columns).toEqual(['id', 'Name', 'Website', 'column_4']);
  expect(partReads()).toHaveLength(PARTS);
  expect(Math.max(...statements.map(({ rows }) => rows))).toBe(1);
  statements.splice(0);
  expect(await uploadFormat(db, id)).toEqual({ delimiter: ';', encoding: 'utf-8' });
  expect(statements).toEqual([{ text: 'SelectQueryNode', rows: 1 }]);
});

it('knows the columns of a list without reading all of its rows, except of older lists', async () => {
  const id = await taskInParts();
  await changeReading(id, { width: 6 });
  expect((await ownRows(db, id, noItems))?.columns).toHaveLength(6);
  await changeReading(id, { width: undefined });
  expect((await ownRows(db, id, noItems))?.columns).toHaveLength(4);
});

it('reads the list once for a file with conditions on its own columns', async () => {
  const id = await taskInParts();
  const found = { row: '{"status":"deliverable"}', found: true, failed: false, billable: true };
  await emails.bench.settle(
    await emails.bench.task(id),
    [0, 1].map((position) => ({ ...found, position })),
  );
  statements.splice(0);
  const where = JSON.stringify([{ fields: ['own-2'], is: 'containing', value: 'chen' }]);
  const file = await (await eve.get('task-csv', { id, where, q: 'b.com' })).text();
  expect(file.split('\r\n').slice(1, -1)).toEqual([expect.stringMatching(/^2,Bo Chen,b\.com,/)]);
  expect(partReads()).toHaveLength(PARTS);
});

// The embedded database would wait for the statement that waits for the others.
it.runIf(process.env.TEST_POSTGRES_URL)(
  'reads the new list, and never a part of each, if it is replaced twice between two parts',
  async () => {
    const id = await taskInParts();
    const changed = CSV.replace('Jane', 'Anna');
    let reads = 0;
    const interrupted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reads += 1;
        // After the names of the parts and a few of them.
        if (reads === 4) for (const csv of [CSV, changed]) await replaceParts(db, id, await inParts(csv));
        return result;
      },
    });
    const file = await findFile(interrupted, id);
    expect(gunzipSync(Buffer.concat(file?.parts ?? [])).toString()).toBe(changed);
    expect(reads).toBe(4 + 1 + 1 + PARTS);
  },
);
