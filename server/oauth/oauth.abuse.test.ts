// On PostgreSQL: codes and refresh tokens that many requests use at once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeyBench, type KeyOwner, openKeyBench, withKey } from '../api-keys/test-api-keys.ts';
import { readRefreshToken, successors, writeRefreshToken } from './refresh-token.ts';
import {
  challengeOf,
  newAssistant,
  postForm,
  REDIRECT,
  register,
  type TestAssistant,
  type Tokens,
  VERIFIER,
} from './test-oauth.ts';
import { issueTokens } from './tokens.ts';

let bench: KeyBench;
let owner: KeyOwner;
let assistant: TestAssistant;
beforeAll(async () => {
  bench = await openKeyBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  owner = await bench.owner();
  assistant = await newAssistant(bench);
});

const errorOf = async (pending: Promise<Response>): Promise<[number, string]> => {
  const reply = await pending;
  return [reply.status, ((await reply.json()) as { error: string }).error];
};
const codeFor = async (each: TestAssistant = assistant) =>
  (await each.decide(owner)).searchParams.get('code') ?? '';
const works = async (key: string) => (await withKey(bench.app, key, 'balance')).status;

const tokensOf = async (pending: Promise<Response>): Promise<Tokens> => {
  const reply = await pending;
  expect(reply.status).toBe(200);
  return (await reply.json()) as Tokens;
};

const GRANT = [400, 'invalid_grant'];
const REUSE_MS = 30_000;

describe('a stolen code', () => {
  it.each([
    ['with another verifier', { code_verifier: 'x'.repeat(43) }],
    ['with the challenge as the verifier', { code_verifier: challengeOf(VERIFIER) }],
    ['with another redirect', { redirect_uri: `${REDIRECT}/` }],
    ['by a client that does not exist', { client_id: 'lwc_unknown' }],
  ])('is refused, and then works for no one: %s', async (_, changes) => {
    const code = await codeFor();
    expect(await errorOf(assistant.exchange(code, changes))).toEqual(GRANT);
    expect(await errorOf(assistant.exchange(code))).toEqual(GRANT);
    expect(await owner.keys()).toEqual([]);
  });

  it('is refused by another assistant', async () => {
    const other = await newAssistant(bench);
    expect(await errorOf(other.exchange(await codeFor()))).toEqual(GRANT);
  });

  it('is refused without a verifier', async () => {
    const code = await codeFor();
    expect(await errorOf(assistant.exchange(code, { code_verifier: '' }))).toEqual([400, 'invalid_request']);
  });

  it('is refused after a minute', async () => {
    const code = await codeFor();
    bench.deps.clock.advance(60_000);
    expect(await errorOf(assistant.exchange(code))).toEqual(GRANT);
  });

  it('revokes the key when it comes twice', async () => {
    const code = await codeFor();
    const { access_token } = (await (await assistant.exchange(code)).json()) as Tokens;
    expect(await works(access_token)).toBe(200);
    expect(await errorOf(assistant.exchange(code))).toEqual(GRANT);
    expect([await works(access_token), await owner.keys()]).toEqual([401, []]);
  });

  it('makes at most one key, also with ten requests at once, and none that lasts', async () => {
    const code = await codeFor();
    const replies = await Promise.all(Array.from({ length: 10 }, () => assistant.exchange(code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await owner.keys()).toEqual([]);
  });

  it('ends when the person logs out everywhere', async () => {
    const code = await codeFor();
    const reply = await bench.app.request('/auth/v1/logout?scope=global', {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(reply.status).toBe(204);
    expect(await errorOf(assistant.exchange(code))).toEqual(GRANT);
  });
});

describe('a stolen refresh token', () => {
  it('revokes the key when it comes again after 30 seconds', async () => {
    const first = await assistant.connect(owner);
    const stolen = await tokensOf(assistant.refresh(first.refresh_token));
    expect(await works(stolen.access_token)).toBe(200);
    bench.deps.clock.advance(REUSE_MS + 1);
    expect(await errorOf(assistant.refresh(first.refresh_token))).toEqual(GRANT);
    expect(await works(stolen.access_token)).toBe(401);
    expect(await errorOf(assistant.refresh(stolen.refresh_token))).toEqual(GRANT);
  });

  it('is refused by another assistant, and the first one goes on', async () => {
    const { refresh_token } = await assistant.connect(owner);
    const other = await newAssistant(bench);
    expect(await errorOf(other.refresh(refresh_token))).toEqual(GRANT);
    expect((await assistant.refresh(refresh_token)).status).toBe(200);
  });

  it('gives the thief and the assistant the same tokens, so that their next refreshes show the theft', async () => {
    const { refresh_token } = await assistant.connect(owner);
    const own = await tokensOf(assistant.refresh(refresh_token));
    const stolen = await tokensOf(assistant.refresh(refresh_token));
    expect(stolen).toEqual(own);
    bench.deps.clock.advance(3_600_000);
    const next = await tokensOf(assistant.refresh(own.refresh_token));
    bench.deps.clock.advance(REUSE_MS + 1);
    expect(await errorOf(assistant.refresh(stolen.refresh_token))).toEqual(GRANT);
    expect(await works(next.access_token)).toBe(401);
  });

  it('revokes the key at once if two refreshes came after it', async () => {
    const first = await assistant.connect(owner);
    const second = await tokensOf(assistant.refresh(first.refresh_token));
    const third = await tokensOf(assistant.refresh(second.refresh_token));
    expect(await errorOf(assistant.refresh(first.refresh_token))).toEqual(GRANT);
    expect([await works(third.access_token), await owner.keys()]).toEqual([401, []]);
  });

  it('gets nothing again when the person has revoked the key, and another assistant never does', async () => {
    const { refresh_token } = await assistant.connect(owner);
    const { access_token } = await tokensOf(assistant.refresh(refresh_token));
    const other = await newAssistant(bench);
    expect(await errorOf(other.refresh(refresh_token))).toEqual(GRANT);
    expect(await works(access_token)).toBe(200);
    await owner.revoke((await owner.keys())[0]?.id ?? '');
    expect(await errorOf(assistant.refresh(refresh_token))).toEqual(GRANT);
  });

  it('cannot be computed from an earlier one without AUTH_SECRET', async () => {
    const first = await assistant.connect(owner);
    const second = await tokensOf(assistant.refresh(first.refresh_token));
    const given = readRefreshToken(first.refresh_token);
    const next = given && successors({ authSecret: 'a guess', earlier: null }, given, 0).signed;
    expect(next && writeRefreshToken(next.token)).not.toBe(second.refresh_token);
    expect(next?.digits).toMatch(/^[0-9a-f]{48}$/);
    expect(`lwk_${next?.digits}`).not.toBe(second.access_token);
  });

  it('is no API key, and an API key no refresh token', async () => {
    const tokens = await assistant.connect(owner);
    expect(await works(tokens.refresh_token)).toBe(401);
    expect(await errorOf(assistant.refresh(tokens.access_token))).toEqual(GRANT);
  });
});

describe('a refresh token whose answer was lost', () => {
  it('gets the same tokens for 30 seconds, and the connection goes on', async () => {
    const first = await assistant.connect(owner);
    const lost = await tokensOf(assistant.refresh(first.refresh_token));
    bench.deps.clock.advance(REUSE_MS);
    const { expires_in, ...again } = await tokensOf(assistant.refresh(first.refresh_token));
    expect({ ...again, expires_in: expires_in + REUSE_MS / 1000 }).toEqual(lost);
    expect(await works(again.access_token)).toBe(200);
    const next = await tokensOf(assistant.refresh(again.refresh_token));
    expect([await works(next.access_token), await works(lost.access_token)]).toEqual([200, 401]);
    expect(await owner.keys()).toHaveLength(1);
  });

  it('gets the same tokens in ten requests at once', async () => {
    const { refresh_token } = await assistant.connect(owner);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => tokensOf(assistant.refresh(refresh_token))),
    );
    expect(new Set(all.map((tokens) => JSON.stringify(tokens))).size).toBe(1);
    expect(await works(all[0]?.access_token ?? '')).toBe(200);
    expect(await owner.keys()).toHaveLength(1);
  });

  it('gets the same tokens after a change of AUTH_SECRET', async () => {
    const { refresh_token } = await assistant.connect(owner);
    const lost = await tokensOf(assistant.refresh(refresh_token));
    const { secrets } = bench.deps;
    const earlier = { secret: secrets.authSecret, signsUntil: 0 };
    const changed = { ...bench.deps, secrets: { ...secrets, authSecret: 'the next secret', earlier } };
    const form = new Map([
      ['grant_type', 'refresh_token'],
      ['refresh_token', refresh_token],
      ['client_id', assistant.id],
    ]);
    expect(await issueTokens(changed, '192.0.2.1', form)).toEqual({ ...lost, token_type: 'Bearer' });
  });
});

describe('a request for consent', () => {
  it.each([
    'https://evil.example/callback',
    'https://assistant.example/callback/',
    'https://assistant.example/callback?x=1',
    'https://assistant.example/callback#x',
    'https://assistant.example:444/callback',
    'https://assistant.example@evil.example/callback',
    'http://assistant.example/callback',
    'https://assistant.example/../callback',
    'javascript:alert(1)',
    'http://localhost/callback',
    '',
  ])('is answered to no address that was not registered: %s', async (redirect_uri) => {
    expect((await assistant.view(owner, { redirect_uri })).status).toBe(400);
    await expect(assistant.decide(owner, { changes: { redirect_uri } })).rejects.toThrow('never registered');
    await expect(assistant.decide(owner, { changes: { redirect_uri }, allow: null })).rejects.toThrow('400');
  });

  it('can name another port of the own computer, and nothing else of it', async () => {
    const local = await newAssistant(bench, { redirects: ['http://127.0.0.1:8000/callback'] });
    const status = async (redirect_uri: string) => (await local.view(owner, { redirect_uri })).status;
    expect(await status('http://127.0.0.1:51234/callback')).toBe(200);
    expect(await status('http://127.0.0.1/callback')).toBe(200);
    expect(await status('http://localhost:8000/callback')).toBe(400);
    expect(await status('http://127.0.0.1:8000/other')).toBe(400);
    expect(await status('https://127.0.0.1:8000/callback')).toBe(400);
  });

  it.each([
    ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['with the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['for the resource of another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for another path of this server', { resource: 'http://127.0.0.1:3000/admin' }, 'invalid_target'],
    ['for unknown scopes', { scope: 'admin billing' }, 'invalid_scope'],
  ])('gets no code: %s', async (_, changes, error) => {
    const { searchParams } = await assistant.decide(owner, { changes });
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual([error, null]);
    expect(((await (await assistant.view(owner, changes)).json()) as { refused: object }).refused).not.toBe(
      null,
    );
  });

  it('gives no permission that was not asked for, and no expiry beyond a year', async () => {
    const changes = { scope: 'read' };
    await expect(assistant.decide(owner, { changes, allow: { scopes: ['read', 'run'] } })).rejects.toThrow(
      'Choose only permissions',
    );
    const late = new Date(bench.deps.clock.now() + 400 * 86_400_000).toISOString();
    await expect(assistant.decide(owner, { allow: { expiresAt: late } })).rejects.toThrow('at most a year');
    await expect(assistant.decide(owner, { allow: { monthlyBudget: 0 } })).rejects.toThrow('at least 1');
  });

  it('needs a session: an API key can allow nothing', async () => {
    const { key } = await owner.makeKey();
    const body = { request: assistant.request(), allow: null };
    expect((await withKey(bench.app, key, 'connection-decide', { body })).status).toBe(403);
    const anonymous = await bench.app.request('/functions/v1/connection-decide', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(anonymous.status).toBe(401);
  });

  it('can be read and decided only so often', async () => {
    for (let n = 0; n < 60; n++) await assistant.view(owner);
    expect((await assistant.view(owner)).status).toBe(429);
    for (let n = 0; n < 30; n++) await assistant.decide(owner, { allow: null });
    await expect(assistant.decide(owner)).rejects.toThrow('429');
  });
});

describe('a token request', () => {
  it('for another resource is refused', async () => {
    const resource = 'https://other.example/mcp';
    expect(await errorOf(assistant.exchange(await codeFor(), { resource }))).toEqual([400, 'invalid_target']);
    const { refresh_token } = await assistant.connect(owner);
    expect(await errorOf(assistant.refresh(refresh_token, { resource }))).toEqual([400, 'invalid_target']);
  });

  it('with a field twice, as JSON or of another kind is refused', async () => {
    const form = `${new URLSearchParams({ grant_type: 'authorization_code', code: 'a' })}&code=b`;
    expect(await errorOf(postForm(bench, '/oauth/token', form))).toEqual([400, 'invalid_request']);
    expect(await errorOf(postForm(bench, '/oauth/token', { grant_type: 'password' }))).toEqual([
      400,
      'unsupported_grant_type',
    ]);
    const json = bench.app.request('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":"authorization_code"}',
    });
    expect(await errorOf(Promise.resolve(json))).toEqual([400, 'invalid_request']);
    const large = postForm(bench, '/oauth/token', { grant_type: 'x'.repeat(20_000) });
    expect((await large).status).toBe(400);
  });
});

describe('a registration', () => {
  it.each([
    'Leadwell',
    'leadwell  Assistant',
    'L e a d w e l l',
    'Ｌｅａｄｗｅｌｌ',
    'Lеаdwеll',
    'Lead\u200bwell',
    'Léadwéll',
    '1eadwe11',
    'LeadweII',
    'Official Leadwe!l app',
  ])('has no name that could be taken for ours: %s', async (client_name) => {
    expect(await errorOf(register(bench, { client_name, redirect_uris: [REDIRECT] }))).toEqual([
      400,
      'invalid_client_metadata',
    ]);
  });

  it('has a name of one line without marks that turn the text', async () => {
    const turned = await newAssistant(bench, { name: `Claude\n\u202e by Anthropic${'!'.repeat(100)}` });
    const { name } = (await (await turned.view(owner)).json()) as { name: string };
    expect(name).toMatch(/^Claude by Anthropic!+…$/);
    expect(name.length).toBeLessThanOrEqual(50);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/', 'cursor://x', 'nonsense'])(
    'has no address like %s',
    async (uri) => {
      const metadata = { client_name: 'Test', redirect_uris: [uri] };
      expect(await errorOf(register(bench, metadata))).toEqual([400, 'invalid_redirect_uri']);
    },
  );

  it('is possible only so often from one address', async () => {
    const metadata = { client_name: 'Test', redirect_uris: [REDIRECT] };
    for (let n = 0; n < 100; n++) await register(bench, metadata, '192.0.2.77');
    expect((await register(bench, metadata, '192.0.2.77')).status).toBe(429);
    expect((await register(bench, metadata, '192.0.2.78')).status).toBe(201);
  });
});

it('stops an address that tries tokens', async () => {
  const form = { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y' };
  const status = async () => (await postForm(bench, '/oauth/token', form)).status;
  const limit = 300;
  for (let n = 0; n < limit; n++) if ((await status()) === 429) break;
  expect(await status()).toBe(429);
});
