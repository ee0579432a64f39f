// On PostgreSQL: its numbers have other bounds than those of JavaScript.
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, restTables } from '../app.ts';
import { send, signUp } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';

const OPERATORS = ['eq', 'gt', 'in', 'is', 'cs', 'not.eq'];
const VALUES = [
  '',
  '0',
  '-1',
  '1.5',
  '2147483648',
  '-2147483649',
  '999999999999999',
  '9007199254740993',
  '9223372036854775808',
  '1e400',
  'NaN',
  'null',
  'true',
  '(1,2)',
  '("a\0b",c)',
  '(2147483648,-1)',
  '3f1c2b9e-5d0a-4c1e-9a57-2b8e6f0d4a11',
  '0001-01-01',
  '9999-12-31T23:59:59Z',
  '-271821-04-20',
  '+275760-09-13',
  'a\0b',
  '\ud83d😀',
  'x'.repeat(5000),
  "'; drop table accounts --%_\\",
];
const COUNTS = [...VALUES, '999999999', '1000000000', '١'];
const RANGES = [
  '0-0',
  '999999999-',
  '0-999999999',
  '5-4',
  '1000000000-',
  '-5',
  'items=0-9',
  'bytes=0-9',
  '0-1,2-3',
];
const NAMES = [
  'select',
  'order',
  'limit',
  'offset',
  'on_conflict',
  'and',
  'or',
  'constructor',
  '__proto__',
  'id',
];

let deps: TestDeps;
let app: Hono<AppEnv>;
let token: string;
beforeAll(async () => {
  const database = await openTestDatabase();
  deps = makeTestDeps(database);
  app = createApp(deps);
  const { access_token, user } = await signUp(app, 'ada@example.com');
  token = access_token;
  const task = { account_id: user.id, type: 'website-extraction' as const, total: 3 };
  await database.db.insertInto('tasks').values([task, task]).execute();
});
afterAll(() => deps.close());

/** The queries that make the server fail. */
async function findFaults(
  table: string,
  requests: readonly { name?: string; value?: string; headers?: Record<string, string>; body?: unknown }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, value = '', headers = {}, body } of requests) {
    const query = name === undefined ? '' : `?${new URLSearchParams({ [name]: value })}`;
    const prefer = { prefer: body === undefined ? 'count=exact' : 'resolution=merge-duplicates', ...headers };
    const response = await send(app, `/rest/v1/${table}${query}`, { token, body, headers: prefer });
    const text = await response.text();
    if (response.status >= 500 || response.status === 401)
      faults.push(
        `${table}, ${name}=${value.slice(0, 100)} ${JSON.stringify(headers)}: ${response.status} ${text}`,
      );
  }
  return faults;
}

describe('a query of /rest/v1 never makes the server fail', () => {
  it.each(['tasks', 'users', 'user_payments'])(
    '%s, each column and parameter with odd values',
    async (name) => {
      const table = restTables(deps).find((one) => one.name === name);
      // Columns of a type are read by the same code, so one of each does.
      const byType = Object.entries(table?.columns ?? {}).map(
        ([column, { kind, ...rest }]) => ['type' in rest ? rest.type : kind, column] as const,
      );
      const columns = [...new Map(byType).values(), ...Object.keys(table?.searches ?? {})];
      expect(columns.length).toBeGreaterThan(2);
      const faults = await findFaults(name, [
        ...columns.flatMap((column) =>
          OPERATORS.flatMap((operator) =>
            VALUES.map((value) => ({ name: column, value: `${operator}.${value}` })),
          ),
        ),
        ...columns.flatMap((column) =>
          ['', '.desc', '.nullsfirst', '.sideways'].map((order) => ({
            name: 'order',
            value: column + order,
          })),
        ),
        ...NAMES.flatMap((parameter) => COUNTS.map((value) => ({ name: parameter, value }))),
        ...RANGES.map((range) => ({ headers: { range } })),
        ...['', 'é', 'text/csv', 'application/vnd.pgrst.object+json'].map((accept) => ({
          headers: { accept },
        })),
      ]);
      expect(faults).toEqual([]);
    },
    180_000,
  );

  it('users, a row with odd values', async () => {
    const values = [...VALUES, null, -1, 2 ** 53, 1e308, true, [], {}, { name: 'a\0b' }, { name: '\ud83d' }];
    const columns = Object.keys(restTables(deps).find((one) => one.name === 'users')?.columns ?? {});
    const bodies = [
      ...columns.flatMap((column) => values.map((value) => ({ [column]: value }))),
      ...values,
      [{}, {}],
      [null],
    ];
    expect(
      await findFaults(
        'users',
        bodies.map((body) => ({ name: 'on_conflict', value: 'id', body })),
      ),
    ).toEqual([]);
  });

  it('has tables that are all tested here', () => {
    expect(restTables(deps).map(({ name }) => name)).toEqual(['tasks', 'users', 'user_payments']);
  });
});
