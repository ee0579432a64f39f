import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeyBench, type KeyOwner, openKeyBench, withKey } from '../api-keys/test-api-keys.ts';
import { send } from '../auth/test-requests.ts';
import {
  newAssistant,
  postForm,
  REDIRECT,
  RESOURCE,
  register,
  type TestAssistant,
  type Tokens,
} from './test-oauth.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ISSUER = 'http://127.0.0.1:3000';

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

const json = async (pending: Promise<Response>) => {
  const reply = await pending;
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};
const works = async (key: string) => (await withKey(bench.app, key, 'balance')).status;

describe('the metadata', () => {
  it('leads from /mcp to the addresses of OAuth', async () => {
    const refused = await send(bench.app, '/mcp', { body: {} });
    const [, address = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    const { body: resource } = await json(send(bench.app, new URL(address).pathname));
    expect(resource).toMatchObject({ resource: RESOURCE, authorization_servers: [ISSUER] });
    const reply = await send(bench.app, '/.well-known/oauth-authorization-server');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(await reply.json()).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/connect`,
      token_endpoint: `${ISSUER}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it('is named for a key that is no longer valid', async () => {
    const refused = await send(bench.app, '/mcp', { body: {}, token: `lwk_${'0'.repeat(48)}` });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /resource_metadata="[^"]+".*error="invalid_token"/,
    );
  });
});

describe('a person who connects an assistant', () => {
  it('sees its name, where it goes and what it asks for', async () => {
    expect((await json(assistant.view(owner))).body).toEqual({
      name: 'Test Assistant',
      knownBy: null,
      redirectHost: 'assistant.example',
      scopes: ['read', 'run', 'export'],
      refused: null,
    });
    const { body } = await json(assistant.view(owner, { scope: 'read offline_access' }));
    expect(body.scopes).toEqual(['read']);
    expect((await json(assistant.view(owner, { scope: undefined }))).body.scopes).toHaveLength(3);
  });

  it('gives it a key with these permissions, budget and expiry, which is in the settings', async () => {
    const expiresAt = new Date(bench.deps.clock.now() + 10 * DAY_MS).toISOString();
    const allow = { scopes: ['read'], monthlyBudget: 20, expiresAt };
    const address = await assistant.decide(owner, { allow });
    expect(address.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect([address.searchParams.get('state'), address.searchParams.get('iss')]).toEqual(['a state', ISSUER]);
    expect(await owner.keys()).toEqual([]);
    const reply = await assistant.exchange(address.searchParams.get('code') ?? '');
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const tokens = (await reply.json()) as Tokens;
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read' });
    expect(await owner.keys()).toMatchObject([
      { name: 'Test Assistant (assistant.example)', scopes: ['read'], monthlyBudget: 20, expiresAt },
    ]);
    expect(await works(tokens.access_token)).toBe(200);
    const tools = await send(bench.app, '/mcp', {
      token: tokens.access_token,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });
    expect(tools.status).toBe(200);
  });

  it('can refuse it', async () => {
    const { searchParams } = await assistant.decide(owner, { allow: null });
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['a state', ISSUER]);
  });

  it('ends its access with the key', async () => {
    const tokens = await assistant.connect(owner);
    await owner.revoke((await owner.keys())[0]?.id ?? '');
    expect(await works(tokens.access_token)).toBe(401);
    expect((await assistant.refresh(tokens.refresh_token)).status).toBe(400);
  });

  it('needs the plan, and room for a key', async () => {
    const free = await bench.owner('free');
    await expect(assistant.decide(free)).rejects.toThrow('402');
    for (let n = 0; n < bench.deps.config.API_KEYS_PER_ACCOUNT; n++) await owner.makeKey();
    await expect(assistant.decide(owner)).rejects.toThrow('You have 20 API keys');
  });
});

describe('tokens', () => {
  it('are replaced each hour, with the same budget, until the key expires', async () => {
    const first = await assistant.connect(owner);
    bench.deps.clock.advance(HOUR_MS);
    expect(await works(first.access_token)).toBe(401);
    const { status, body } = await json(assistant.refresh(first.refresh_token));
    expect([status, await works(String(body.access_token))]).toEqual([200, 200]);
    const { body: balance } = await json(withKey(bench.app, String(body.access_token), 'balance'));
    expect(balance.key).toMatchObject({ name: 'Test Assistant (assistant.example)', monthlyBudget: 50 });
    bench.deps.clock.advance(30 * DAY_MS);
    expect((await assistant.refresh(String(body.refresh_token))).status).toBe(400);
  });

  it('end when the assistant says so', async () => {
    const tokens = await assistant.connect(owner);
    const reply = await postForm(bench, '/oauth/revoke', { token: tokens.refresh_token });
    expect([reply.status, await works(tokens.access_token), await owner.keys()]).toEqual([200, 401, []]);
    expect((await postForm(bench, '/oauth/revoke', { token: 'unknown' })).status).toBe(200);
  });

  it('end by their access token, too, which ends the refresh token', async () => {
    const tokens = await assistant.connect(owner);
    const form = { token: tokens.access_token, token_type_hint: 'access_token' };
    const reply = await postForm(bench, '/oauth/revoke', form);
    expect([reply.status, await works(tokens.access_token), await owner.keys()]).toEqual([200, 401, []]);
    expect((await assistant.refresh(tokens.refresh_token)).status).toBe(400);
  });

  it('are no way to end a key that a person made', async () => {
    const { key } = await owner.makeKey();
    expect((await postForm(bench, '/oauth/revoke', { token: key })).status).toBe(200);
    expect(await works(key)).toBe(200);
  });
});

describe('a registration', () => {
  it('leaves out addresses that no code is sent to, and asks for no secret', async () => {
    const { status, body } = await json(
      register(bench, {
        client_name: 'Editor',
        redirect_uris: ['cursor://callback', 'http://127.0.0.1/callback', REDIRECT],
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code'],
      }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      redirect_uris: ['http://127.0.0.1/callback', REDIRECT],
      token_endpoint_auth_method: 'none',
      scope: 'read run export',
    });
    expect(body.client_secret).toBeUndefined();
  });

  it('is deleted after a day, unless a person connected it', async () => {
    const used = await newAssistant(bench);
    await used.connect(owner);
    bench.deps.clock.advance(DAY_MS + 1);
    await newAssistant(bench);
    const later = await bench.owner();
    const known = async (each: TestAssistant) => (await each.view(later)).status;
    expect([await known(assistant), await known(used)]).toEqual([400, 200]);
  });
});
