import type { Hono } from 'hono';
import type { AppEnv } from '../http/context.ts';
import { send, signUp } from './test-requests.ts';

/** A signed-up user that calls an app in process. */
export interface Caller {
  id: string;
  token: string;
  get(call: string, query?: Record<string, string>): Promise<Response>;
  post(call: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** reads /rest/v1/tasks */
  table(query: string): Promise<Response>;
}

let people = 0;

/** Signs up a new user. */
export async function newCaller(app: Hono<AppEnv>): Promise<Caller> {
  people += 1;
  const { access_token: token, user } = await signUp(app, `caller${people}@example.com`);
  return {
    id: user.id,
    get: (call, query = {}) => send(app, `/functions/v1/${call}?${new URLSearchParams(query)}`, { token }),
    post: (call, body, headers = {}) => send(app, `/functions/v1/${call}`, { token, body, headers }),
    token,
    table: (query) => send(app, `/rest/v1/tasks?${query}`, { token }),
  };
}
