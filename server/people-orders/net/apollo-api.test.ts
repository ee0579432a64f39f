import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller, type JsonCaller } from '#net/http/guarded-json.ts';
import {
  type ApolloFailure,
  apolloPerson,
  type FakeApollo,
  startFakeApollo,
} from '../../../e2e/fixtures/fake-apollo.ts';
import { type ApolloApi, ApolloFault, createApolloApi } from './apollo-api.ts';

const PEOPLE = Array.from({ length: 25 }, (_, n) => apolloPerson(n));
let apollo: FakeApollo;
let caller: JsonCaller;
let api: ApolloApi;
/** Gives up soon, for an answer that never comes. */
let hasty: { caller: JsonCaller; api: ApolloApi };
beforeAll(async () => {
  apollo = await startFakeApollo(() => PEOPLE, new Set(['p3']));
  const policy = { allowPrivateNetwork: true };
  const resolver = createHostResolver({ dnsServers: null, policy });
  const open = (limitMs: number) => {
    const caller = createJsonCaller({ resolver, policy, limitMs });
    return { caller, api: createApolloApi({ caller, apiKey: apollo.key, baseUrl: apollo.url }) };
  };
  ({ caller, api } = open(60_000));
  hasty = open(50);
});
afterEach(() => {
  apollo.requests.length = 0;
});
afterAll(async () => {
  await caller.close();
  await hasty.caller.close();
  await apollo.close();
});

const TITLES: [string, string][] = [['person_titles[]', 'r&d / ops']];

describe("Apollo's API", () => {
  it('sends the key in a header and the filters in the query', async () => {
    const { total, people, full } = await api.search(TITLES, { number: 2, size: 10 });
    expect([total, full]).toEqual([25, true]);
    expect(people.map(({ id }) => id)).toEqual(PEOPLE.slice(10, 20).map(({ id }) => id));
    expect(people[0]).toEqual({
      id: 'p10',
      first_name: 'First10',
      last_name_obfuscated: 'La***',
      title: 'Head of Sales',
      organization: { name: 'Firm' },
    });
    expect(apollo.requests).toEqual([
      {
        path: '/api/v1/mixed_people/api_search',
        query: [...TITLES, ['page', '2'], ['per_page', '10']],
        body: null,
      },
    ]);
  });

  it('returns full records by ID without unknown people, and reveals nothing private', async () => {
    const whole = await api.enrich(['p2', 'p3']);
    expect(whole).toMatchObject([
      { id: 'p2', last_name: 'Last2', email: 'person2@firm.example', country: 'France', seniority: 'head' },
    ]);
    expect(apollo.requests).toEqual([
      {
        path: '/api/v1/people/bulk_match',
        query: [
          ['reveal_personal_emails', 'false'],
          ['reveal_phone_number', 'false'],
        ],
        body: { details: [{ id: 'p2' }, { id: 'p3' }] },
      },
    ]);
  });

  it.each<[ApolloFailure, ApolloFault['why'], number | null]>([
    [{ status: 429, headers: { 'retry-after': '7' } }, 'busy', 7],
    [{ status: 429, headers: { 'retry-after': '999999999' } }, 'busy', 86_400],
    [{ status: 429, headers: { 'x-hourly-requests-left': '0' } }, 'busy', 3600],
    [{ status: 429 }, 'busy', 60],
    [{ status: 401 }, 'key', null],
    [{ status: 403, body: '{"error":"not on your plan"}' }, 'key', null],
    [{ status: 422, body: '{"error":"bad range"}' }, 'refused', null],
    [{ status: 500 }, 'down', null],
    [{ status: 302, headers: { location: 'http://127.0.0.1/' }, body: '{}' }, 'down', null],
    ['slow', 'down', null],
    ['cut', 'down', null],
    ['broken-json', 'down', null],
    ['other-json', 'down', null],
  ])('maps %o to %s', async (failure, why, seconds) => {
    apollo.next(failure);
    const asked = failure === 'slow' ? hasty.api : api;
    const fault = await asked.search(TITLES, { number: 1, size: 10 }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ApolloFault);
    expect(fault).toMatchObject({ why, retryAfterSeconds: seconds });
    expect((await api.search(TITLES, { number: 1, size: 10 })).total).toBe(25);
  });

  it('reads Retry-After as a date', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    apollo.next({ status: 429, headers: { 'retry-after': inAnHour } });
    const fault = await api.search(TITLES, { number: 1, size: 10 }).catch((error: unknown) => error);
    expect((fault as ApolloFault).retryAfterSeconds).toBeGreaterThan(3000);
    expect((fault as ApolloFault).retryAfterSeconds).toBeLessThanOrEqual(3600);
  });

  const answers = (body: object) => apollo.next({ status: 200, body: JSON.stringify(body) });

  it('returns at most the page size and drops invalid people', async () => {
    const people = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
    answers({ people: [null, { first_name: 'Nobody' }, ...people], total_entries: 6 });
    expect(await api.search(TITLES, { number: 1, size: 5 })).toEqual({
      total: 6,
      people: people.slice(0, 3),
      full: true,
    });
    answers({ matches: [...people, null, 7] });
    expect(await api.enrich(['a', 'b'])).toEqual(people.slice(0, 2));
  });

  it('keeps a person with an invalid field', async () => {
    const odd = { id: 'a', title: { en: 'Head' }, email: ['x@y.example'], organization: 'Firm', city: 7 };
    answers({ matches: [{ ...odd, first_name: 'Ann', country: 'France' }] });
    expect(await api.enrich(['a'])).toEqual([
      {
        id: 'a',
        first_name: 'Ann',
        title: null,
        email: null,
        organization: null,
        city: null,
        country: 'France',
      },
    ]);
  });

  it.each([
    { people: [{ name: 'x' }] },
    { people: [], total_entries: -1 },
    { people: [], total_entries: 1.5 },
  ])('maps the response %o to down', async (body) => {
    answers(body);
    await expect(api.search(TITLES, { number: 1, size: 10 })).rejects.toMatchObject({ why: 'down' });
  });

  it.each([
    ['too many bytes', { status: 200, body: `{"people":[${' '.repeat(300_000)}]}` }],
    ['deeply nested lists', { status: 200, body: '['.repeat(150_000) }],
    ['broken gzip', { status: 200, headers: { 'content-encoding': 'gzip' }, body: '\x1f\x8b\b' }],
  ])('maps %s to down', async (_what, failure) => {
    apollo.next(failure);
    await expect(api.search(TITLES, { number: 1, size: 10 })).rejects.toMatchObject({ why: 'down' });
    expect(apollo.requests).toHaveLength(1);
  });

  it('reports a wrong key', async () => {
    const wrong = createApolloApi({ caller, apiKey: 'other', baseUrl: apollo.url });
    await expect(wrong.enrich(['p1'])).rejects.toMatchObject({
      why: 'key',
      message: expect.stringContaining('APOLLO_API_KEY'),
    });
  });

  it('stops immediately when the signal aborts', async () => {
    const stop = new AbortController();
    apollo.next('slow');
    const search = api.search(TITLES, { number: 1, size: 10 }, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(search).rejects.toThrow('stopped');
  });
});
