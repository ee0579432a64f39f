import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of many calls, each checked where it is used.
export type Reply = any;

const PATIENCE_MS = 90_000;
const PAUSE_MS = 100;

/** A user of the product with an account of their own, who tries again while the server is down. */
export interface Person {
  /** One request; throws if the server is down or refuses it. `body` makes it a POST. */
  once(call: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  /** The JSON of a call, which is repeated while the server is down. */
  call(call: string, body?: object, headers?: Record<string, string>): Promise<Reply>;
}

let people = 0;

/** Signs up a new person. */
export async function signUp(deployment: Deployment): Promise<Person> {
  people += 1;
  const email = `drill${people}.${Date.now()}@example.com`;
  // The built-in payments are open to the operator's browser only.
  const pass = deployment.operatorCookie();
  const cookie = `${pass.name}=${pass.value}`;
  const send = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${deployment.url()}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Refused(path, response.status, await response.text());
    return response;
  };
  const reply = await send('/auth/v1/signup', { email, password: 'correct horse battery' });
  const { access_token } = (await reply.json()) as { access_token: string };
  const person: Person = {
    once: (call, body, headers = {}) =>
      send(`/functions/v1/${call}`, body, { authorization: `Bearer ${access_token}`, ...headers }),
    call: (...request) => patiently(async () => (await person.once(...request)).json()),
  };
  return person;
}

/** Buys the unlimited plan with a test payment. */
export async function buyUnlimited(person: Person): Promise<void> {
  const { url } = await person.call('create-stripe-checkout', { planId: 'unlimited' });
  await person.call('test-checkout-act', { sessionId: /cs_test_\w+/.exec(url)?.[0], act: 'pay' });
}

/** A response that isn't a success. */
class Refused extends Error {
  readonly status: number;

  constructor(path: string, status: number, text: string) {
    super(`${path}: ${status} ${text.slice(0, 500)}`);
    this.status = status;
  }
}

/** Repeats `work` while the server is down or unavailable. */
export async function patiently<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    try {
      return await work();
    } catch (error) {
      if ((error instanceof Refused && error.status !== 503) || waitedMs >= PATIENCE_MS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

/** Repeats `read` until `done` accepts its value, for `patienceMs` at most. */
export async function until<Value>(
  read: () => Promise<Value>,
  done: (value: Value) => boolean,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const value = await read();
    if (done(value)) return value;
    if (waitedMs >= patienceMs) throw new Error(`${what}: still ${JSON.stringify(value)?.slice(0, 500)}`);
    await delay(PAUSE_MS);
  }
}
