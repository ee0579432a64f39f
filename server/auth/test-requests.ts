import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/context.ts';
import type { IssuedSession } from './sessions.ts';

export const TEST_PASSWORD = 'correct horse battery';

export interface TestRequest {
  method?: string;
  token?: string;
  /** sent as JSON; a string is sent unchanged */
  body?: unknown;
  headers?: Record<string, string>;
  /** the client's IP address */
  address?: string;
}

/** Sends a request to an app in process. */
export async function send(app: Hono<AppEnv>, path: string, request: TestRequest = {}): Promise<Response> {
  const { token, body, address = '192.0.2.1' } = request;
  return app.request(
    path,
    {
      method: request.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-supabase-api-version': '2024-01-01',
        ...request.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  );
}

/** Signs up and returns the session. Throws if the sign-up fails. */
export async function signUp(app: Hono<AppEnv>, email: string, data: object = {}): Promise<IssuedSession> {
  const response = await send(app, '/auth/v1/signup', { body: { email, password: TEST_PASSWORD, data } });
  if (response.status !== 200) throw new Error(`sign-up failed: ${await response.text()}`);
  return (await response.json()) as IssuedSession;
}

export function signIn(
  app: Hono<AppEnv>,
  email: string,
  password: string,
  address?: string,
): Promise<Response> {
  return send(app, '/auth/v1/token?grant_type=password', {
    body: { email, password },
    ...(address ? { address } : {}),
  });
}

/** Changes the password from TEST_PASSWORD. */
export function changePassword(app: Hono<AppEnv>, token: string, password: string): Promise<Response> {
  const body = { password, current_password: TEST_PASSWORD };
  return send(app, '/auth/v1/user', { method: 'PUT', token, body });
}

/**
 * Creates the official Supabase client for an app in process, with its own session. `key`: the publishable key or
 * an API key.
 */
export function createTestClient(app: Hono<AppEnv>, key = 'leadwell-public'): SupabaseClient {
  return createClient('http://127.0.0.1:3000', key, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    global: {
      fetch: async (input, init) =>
        app.request(input, init, { incoming: { socket: { remoteAddress: '192.0.2.1' } } }),
    },
  });
}

/** Status and code of a response, such as "200 ok" or "403 otp_expired", from any of our APIs. */
export async function outcome(pending: Response | Promise<Response>): Promise<string> {
  const response = await pending;
  const body = (await response.json().catch(() => ({}))) as { code?: string; error?: { code: string } };
  return `${response.status} ${body.code ?? body.error?.code ?? 'ok'}`;
}

/** Counts responses by their outcome. */
export async function countOutcomes(responses: Promise<Response>[]): Promise<Record<string, number>> {
  const outcomes = await Promise.all(responses.map(outcome));
  return Object.fromEntries(
    [...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((o) => o === outcome).length]),
  );
}
