import { createHash } from 'node:crypto';
import type { KeyBench, KeyOwner } from '../api-keys/test-api-keys.ts';
import { send } from '../auth/test-requests.ts';

export const RESOURCE = 'http://127.0.0.1:3000/mcp';
export const REDIRECT = 'https://assistant.example/callback';
export const VERIFIER = 'a-verifier-of-the-tests-with-at-least-43-characters';
const DAY_MS = 86_400_000;

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

/** An assistant that speaks OAuth with a server in process. */
export interface TestAssistant {
  id: string;
  /** What its address of the consent page asks for, with changes. */
  request(changes?: Record<string, string | undefined>): Record<string, string>;
  /** What the consent page shows. */
  view(owner: KeyOwner, changes?: Record<string, string | undefined>): Promise<Response>;
  /** The address that the consent page sends the person to. */
  decide(owner: KeyOwner, decision?: TestDecision): Promise<URL>;
  /** Exchanges a code. */
  exchange(code: string, changes?: Record<string, string>): Promise<Response>;
  refresh(token: string, changes?: Record<string, string>): Promise<Response>;
  /** All of it. */
  connect(owner: KeyOwner, decision?: TestDecision): Promise<Tokens>;
}

interface TestDecision {
  allow?: { scopes?: string[]; monthlyBudget?: number; expiresAt?: string } | null;
  changes?: Record<string, string | undefined>;
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Posts a form. */
export function postForm(bench: KeyBench, path: string, form: Record<string, string> | string) {
  return send(bench.app, path, {
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

export function register(bench: KeyBench, metadata: object, address?: string): Promise<Response> {
  return send(bench.app, '/oauth/register', { body: metadata, ...(address ? { address } : {}) });
}

/** Registers an assistant. */
export async function newAssistant(
  bench: KeyBench,
  { name = 'Test Assistant', redirects = [REDIRECT] }: { name?: string; redirects?: string[] } = {},
): Promise<TestAssistant> {
  const reply = await register(bench, { client_name: name, redirect_uris: redirects });
  if (reply.status !== 201) throw new Error(`${reply.status}: ${await reply.text()}`);
  const { client_id: id } = (await reply.json()) as { client_id: string };
  return assistantWith(bench, id, redirects[0] ?? REDIRECT);
}

/** An assistant that has an ID. */
export function assistantWith(bench: KeyBench, id: string, redirect: string): TestAssistant {
  const request: TestAssistant['request'] = (changes = {}) =>
    Object.fromEntries(
      Object.entries({
        client_id: id,
        redirect_uri: redirect,
        response_type: 'code',
        code_challenge: challengeOf(VERIFIER),
        code_challenge_method: 'S256',
        scope: 'read run export',
        state: 'a state',
        resource: RESOURCE,
        ...changes,
      }).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
    );
  const assistant: TestAssistant = {
    id,
    request,
    view: (owner, changes) => owner.call(`connection-request?${new URLSearchParams(request(changes))}`),
    async decide(owner, { allow = {}, changes } = {}) {
      const expiresAt = new Date(bench.deps.clock.now() + 30 * DAY_MS).toISOString();
      const chosen = allow && { scopes: ['read', 'run'], monthlyBudget: 50, expiresAt, ...allow };
      const reply = await owner.call('connection-decide', { request: request(changes), allow: chosen });
      if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
      return new URL(((await reply.json()) as { returnTo: string }).returnTo);
    },
    exchange: (code, changes = {}) =>
      postForm(bench, '/oauth/token', {
        grant_type: 'authorization_code',
        code,
        client_id: id,
        redirect_uri: redirect,
        code_verifier: VERIFIER,
        resource: RESOURCE,
        ...changes,
      }),
    refresh: (token, changes = {}) =>
      postForm(bench, '/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: token,
        client_id: id,
        resource: RESOURCE,
        ...changes,
      }),
    async connect(owner, decision) {
      const { searchParams } = await assistant.decide(owner, decision);
      const reply = await assistant.exchange(searchParams.get('code') ?? '');
      if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
      return (await reply.json()) as Tokens;
    },
  };
  return assistant;
}
