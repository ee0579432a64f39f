// On PostgreSQL: rows become JSON in SQL.
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { send, signUp } from '../auth/test-requests.ts';
import type { AppEnv } from '../http/context.ts';
import { createOpenCalls } from '../http/open-calls.ts';
import { beginRequest } from '../http/request.ts';
import type { Database } from '../platform/database/db.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { mountRest } from './routes.ts';
import type { RestTable } from './table.ts';

let database: Database;
let deps: TestDeps;
let app: Hono<AppEnv>;
let token: string;
let accountId: string;
/** Ids of the caller's five tasks in order of creation. */
let ids: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  deps = makeTestDeps(database);
  app = createApp(deps);
  const ada = await signUp(app, 'ada@example.com');
  const eve = await signUp(app, 'eve@example.com');
  token = ada.access_token;
  accountId = ada.user.id;
  const task = (account_id: string, i: number) => ({
    account_id,
    type: 'website-extraction' as const,
    total: i,
    status: i % 2 ? ('completed' as const) : ('cancelled' as const),
    stop_reason: i % 2 ? null : ('user' as const),
    processed: i,
    credits_used: i * 10,
    created_at: new Date(Date.UTC(2026, 0, 1 + i)),
  });
  const inserted = await database.db
    .insertInto('tasks')
    .values([1, 2, 3, 4, 5].map((i) => task(accountId, i)))
    .returning(['id', 'total'])
    .execute();
  ids = inserted.sort((a, b) => a.total - b.total).map(({ id }) => id);
  await database.db
    .insertInto('tasks')
    .values([6, 7].map((i) => task(eve.user.id, i)))
    .execute();
});
afterAll(() => database.close());

async function get(path: string, headers: Record<string, string> = {}, as = token) {
  const response = await send(app, `/rest/v1/${path}`, { token: as, headers });
  const text = await response.text();
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    body: (text ? JSON.parse(text) : null) as unknown,
  };
}
const totals = async (query: string) =>
  ((await get(`tasks?select=total&${query}`)).body as { total: number }[]).map(({ total }) => total);

describe('a select', () => {
  it('returns the requested columns in order with their aliases', async () => {
    const { body } = await get('tasks?select=spent:creditsused,"type",id&order=createdat.asc&limit=1');
    expect(JSON.stringify(body)).toBe(`[{"spent":10,"type":"website-extraction","id":"${ids[0]}"}]`);
  });

  it('filters', async () => {
    expect(await totals('order=total.asc')).toEqual([1, 2, 3, 4, 5]);
    expect(await totals('status=eq.cancelled&order=total.desc')).toEqual([4, 2]);
    expect(await totals('total=gt.2&total=lte.4&order=total')).toEqual([3, 4]);
    expect(await totals('total=neq.3&total=gte.3&total=lt.6&order=total')).toEqual([4, 5]);
    expect(await totals('total=in.(1,5,7)&order=total')).toEqual([1, 5]);
    expect(await totals('status=in.("cancelled","a,b")&order=total')).toEqual([2, 4]);
    expect(await totals('total=in.()')).toEqual([]);
    expect(await totals('stop_reason=is.null&order=total')).toEqual([1, 3, 5]);
    expect(await totals('stop_reason=is.not_null&order=total')).toEqual([2, 4]);
    expect(await totals('createdat=gte.2026-01-05T00:00:00%2B00:00&order=total')).toEqual([4, 5]);
    expect(await totals(`id=eq.${ids[2]}`)).toEqual([3]);
    expect(await totals('order=stop_reason.desc.nullslast,total.desc')).toEqual([4, 2, 5, 3, 1]);
    expect(await totals("status=eq.x'%20or%201=1--")).toEqual([]);
  });

  it('never shows the rows of another account', async () => {
    const { body } = await get('tasks?select=userid');
    expect(new Set((body as { userid: string }[]).map(({ userid }) => userid))).toEqual(new Set([accountId]));
    expect(await totals('total=in.(6,7)')).toEqual([]);
    expect(await totals(`userid=neq.${accountId}`)).toEqual([]);
    expect((await get('users?select=email')).body).toEqual([{ email: 'ada@example.com' }]);
  });

  it('pages and counts', async () => {
    const page = 'tasks?select=total&order=total';
    expect(await get(`${page}&limit=2`)).toMatchObject({ status: 200, range: '0-1/*' });
    const exact = { prefer: 'count=exact' };
    expect(await get(`${page}&limit=2&offset=2`, exact)).toEqual({
      status: 206,
      range: '2-3/5',
      body: [{ total: 3 }, { total: 4 }],
    });
    expect(await get(page, { range: '1-2', 'range-unit': 'items' })).toMatchObject({ range: '1-2/*' });
    expect(await get(`${page}&status=eq.completed`, exact)).toMatchObject({ status: 200, range: '0-2/3' });
    expect(await get(`${page}&total=eq.99`, exact)).toEqual({ status: 200, range: '*/0', body: [] });
    expect(await get(`${page}&limit=0`)).toEqual({ status: 200, range: '*/*', body: [] });
    expect(await get(`${page}&offset=50`, exact)).toMatchObject({ status: 416, body: { code: 'PGRST103' } });
    const head = await send(app, `/rest/v1/${page}`, { method: 'HEAD', token, headers: exact });
    expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([200, '0-4/5', '']);
  });

  it('returns a single object on request, or 406', async () => {
    const single = { accept: 'application/vnd.pgrst.object+json' };
    expect(await get(`tasks?select=total&id=eq.${ids[0]}`, single)).toMatchObject({
      status: 200,
      body: { total: 1 },
    });
    expect(await get('tasks?select=total', single)).toMatchObject({
      status: 406,
      body: {
        code: 'PGRST116',
        details: 'The result contains 5 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    });
    expect(await get('tasks', { accept: 'text/csv' })).toMatchObject({
      status: 406,
      body: { code: 'PGRST107' },
    });
  });

  it('explains invalid queries', async () => {
    const cases: [string, number, string][] = [
      ['tasks?select=nothing', 400, '42703'],
      ['tasks?select=account_id', 400, '42703'],
      ['tasks?select=toString', 400, '42703'],
      ['tasks?select=__proto__', 400, '42703'],
      ['tasks?nothing=eq.1', 400, '42703'],
      ['tasks?order=nothing', 400, '42703'],
      ['tasks?select=items(*)', 400, 'PGRST200'],
      ['tasks?select=id::text', 400, 'PGRST100'],
      ['tasks?select=id,', 400, 'PGRST100'],
      ['tasks?total=5', 400, 'PGRST100'],
      ['tasks?total=like.5', 400, 'PGRST100'],
      ['tasks?total=not.eq.5', 400, 'PGRST100'],
      ['tasks?status=in.a', 400, 'PGRST100'],
      ['tasks?status=in.(a"b)', 400, 'PGRST100'],
      ['tasks?result=eq.1', 400, 'PGRST100'],
      ['tasks?order=result', 400, 'PGRST100'],
      ['tasks?order=id.sideways', 400, 'PGRST100'],
      ['tasks?limit=-1', 400, 'PGRST100'],
      ['tasks?or=(total.eq.1,total.eq.2)', 400, 'PGRST100'],
      ['tasks?not.and=(total.eq.1)', 400, 'PGRST100'],
      ['tasks?id=eq.1', 400, '22P02'],
      ['tasks?total=eq.five', 400, '22P02'],
      ['tasks?total=eq.99999999999999999999', 400, '22P02'],
      ['tasks?createdat=gt.yesterday', 400, '22007'],
      ['tasks?createdat=gt.2026-02-30', 400, '22007'],
      ['tasks?createdat=gt.5', 400, '22007'],
      ['tasks?status=eq.%00', 400, '22021'],
      ['tasks?status=is.true', 400, '42804'],
      ['accounts', 404, 'PGRST205'],
      ['sessions', 404, 'PGRST205'],
      ['tasks/x', 404, 'PGRST202'],
      ['', 404, 'PGRST202'],
    ];
    for (const [path, status, code] of cases) {
      const response = await get(path);
      expect([path, response.status, response.body]).toEqual([
        path,
        status,
        expect.objectContaining({ code, message: expect.any(String) }),
      ]);
      expect(Object.keys(response.body as object)).toEqual(['code', 'details', 'hint', 'message']);
    }
    expect((await get('tasks?total=eq.999999999999')).body).toEqual([]);
  });

  it('is the only access: writes are rejected', async () => {
    for (const [method, path] of [
      ['POST', 'tasks'],
      ['PATCH', 'tasks?id=eq.1'],
      ['DELETE', 'tasks'],
      ['PUT', 'users'],
      ['DELETE', 'users'],
      ['POST', 'user_payments'],
    ] as const) {
      const response = await send(app, `/rest/v1/${path}`, {
        method,
        token,
        body: { email: 'ada@example.com' },
      });
      expect([path, response.status, await response.json()]).toEqual([
        path,
        403,
        expect.objectContaining({ code: '42501', details: null, hint: null }),
      ]);
    }
    expect(await totals('')).toHaveLength(5);
  });

  it('distinguishes an anonymous request from an invalid token', async () => {
    expect(await get('tasks', {}, 'leadwell-public')).toMatchObject({ status: 401, body: { code: '42501' } });
    expect(await get('tasks', {}, 'forged')).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
  });
});

describe('an upsert', () => {
  const upsert = async (body: unknown, options: { prefer?: string; query?: string } = {}) => {
    const response = await send(app, `/rest/v1/users?${options.query ?? 'on_conflict=email'}`, {
      method: 'POST',
      token,
      body,
      headers: { prefer: options.prefer ?? 'resolution=merge-duplicates' },
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null };
  };
  const own = { email: 'ada@example.com' };

  it('changes the caller’s own row and returns 201', async () => {
    expect(await upsert({ ...own, name: 'Ada L' })).toEqual({ status: 201, body: null });
    expect(
      await upsert([{ ...own, phone: ' +12025550143 ' }], {
        prefer: 'resolution=merge-duplicates,return=representation',
        query: 'on_conflict=email&select=name,phone',
      }),
    ).toEqual({ status: 201, body: [{ name: 'Ada L', phone: '+12025550143' }] });
    expect(
      await upsert({ ...own, phone: null, name: 'Ada M' }, { prefer: 'resolution=ignore-duplicates' }),
    ).toEqual({
      status: 201,
      body: null,
    });
    expect((await get('users?select=name,phone')).body).toEqual([{ name: 'Ada L', phone: '+12025550143' }]);
  });

  it('rejects everything else', async () => {
    const cases: [unknown, { query?: string; prefer?: string }, number, string][] = [
      [{ ...own, plan: 'unlimited' }, {}, 403, '42501'],
      [{ ...own, anything: 1 }, {}, 403, '42501'],
      [{ email: 'eve@example.com', name: 'Ada' }, {}, 403, '42501'],
      [{ email: ['ada@example.com'], name: 'Ada' }, {}, 403, '42501'],
      [{ name: 'Ada' }, {}, 403, '42501'],
      [{ ...own, name: 'A' }, {}, 400, '23514'],
      [{ ...own, name: null }, {}, 400, '23514'],
      [{ ...own, phone: 5 }, {}, 400, '23514'],
      [[own, own], {}, 400, 'PGRST102'],
      ['[', {}, 400, 'PGRST102'],
      [`{"name":"${'a'.repeat(70_000)}"}`, {}, 413, 'payload_too_large'],
      [own, { query: 'on_conflict=plan' }, 400, '42P10'],
      [own, { query: '' }, 400, '42P10'],
      [own, { prefer: 'return=minimal' }, 409, '23505'],
    ];
    for (const [body, options, status, code] of cases) {
      const response = await upsert(body, options);
      expect([body, response.status, response.body.code]).toEqual([body, status, code]);
    }
  });
});

describe('a streamed column', () => {
  const requested: unknown[] = [];
  const table: RestTable = {
    name: 'jobs',
    from: 'tasks',
    scope: 'read',
    owner: 'account_id',
    key: 'id',
    columns: {
      id: { kind: 'stored', type: 'uuid', from: 'id' },
      total: { kind: 'stored', type: 'integer', from: 'total' },
      twice: { kind: 'computed', needs: ['total'], value: ({ total }) => Number(total) * 2 },
      list: {
        kind: 'streamed',
        needs: ['total'],
        inList: ({ total }) => Number(total) !== 4,
        async *text({ total }) {
          requested.push(total);
          yield '[';
          for (let i = 0; i < Number(total); i += 1) yield `${i ? ',' : ''}${i}`;
          yield ']';
        },
      },
    },
  };
  const jobs = async (query: string): Promise<unknown> => {
    const own = new Hono<AppEnv>();
    own.use(beginRequest(deps.log, { proxies: null }));
    const session = { accountId, sessionId: '', email: '' };
    const openCalls = createOpenCalls();
    mountRest(own, deps, { authenticate: async () => session, openCalls, tables: [table] });
    return (await send(own, `/rest/v1/jobs?${query}`, { token: 'any' })).json();
  };

  it('is generated while it is sent, and only if selected', async () => {
    expect(await jobs('total=eq.3')).toEqual([{ id: ids[2], total: 3, twice: 6, list: [0, 1, 2] }]);
    expect(requested.splice(0)).toEqual([3]);
    expect(await jobs(`select=list,twice&id=eq.${ids[1]}`)).toEqual([{ list: [0, 1], twice: 4 }]);
    expect(requested.splice(0)).toEqual([2]);
    expect(await jobs(`select=list&id=eq.${ids[3]}`)).toEqual([{ list: [0, 1, 2, 3] }]);
    expect(requested.splice(0)).toEqual([4]);
    expect(await jobs('select=twice&order=total&limit=2')).toEqual([{ twice: 2 }, { twice: 4 }]);
    expect(requested).toEqual([]);
    expect(await jobs('select=list&order=total')).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ list: n === 4 ? null : [...Array(n).keys()] })),
    );
  });
});
