import { type MailBench, openMailBench } from '../test-mail-bench.ts';
import { send } from '../test-requests.ts';
import { type FakeOpenId, startFakeOpenId } from './test-openid-provider.ts';

/** A browser: its cookie, and its session if it has one. */
export interface TestBrowser {
  cookie?: string | undefined;
  token?: string;
}

interface Start {
  provider?: 'google' | 'microsoft';
  intent?: 'sign-in' | 'sign-up' | 'connect';
  current_password?: string;
}

/** A server with a provider on loopback that is both Google and Microsoft. */
export interface OpenIdBench extends MailBench {
  provider: FakeOpenId;
  /** Starts a sign-in in a browser, which gets its cookie. Returns the page of the provider. */
  start(browser: TestBrowser, body?: Start): Promise<string>;
  /** Posts what the provider sent back. */
  finish(browser: TestBrowser, body: object): Promise<Response>;
  /** Signs in from start to end. */
  signIn(browser?: TestBrowser, body?: Start): Promise<Response>;
}

export async function openOpenIdBench(environment: Record<string, string> = {}): Promise<OpenIdBench> {
  let now = Date.now;
  const provider = await startFakeOpenId(() => now());
  const bench = await openMailBench({ ...provider.environment, ...environment });
  now = bench.deps.clock.now;
  const request = (browser: TestBrowser, path: string, body: object) =>
    send(bench.app, `/auth/v1/openid/${path}`, {
      body,
      headers: browser.cookie ? { cookie: browser.cookie } : {},
      ...(browser.token ? { token: browser.token } : {}),
    });
  const start: OpenIdBench['start'] = async (browser, body = {}) => {
    const response = await request(browser, 'start', { provider: 'google', intent: 'sign-in', ...body });
    if (response.status !== 200) throw new Error(await response.text());
    browser.cookie = response.headers.get('set-cookie')?.split(';')[0];
    return ((await response.json()) as { url: string }).url;
  };
  const finish: OpenIdBench['finish'] = (browser, body) =>
    request(browser, 'finish', { provider: 'google', ...body });
  return {
    ...bench,
    provider,
    start,
    finish,
    signIn: async (browser = {}, body = {}) => {
      const { code, state, iss } = await provider.visit(await start(browser, body));
      return finish(browser, { provider: body.provider ?? 'google', code, state, iss });
    },
    close: async () => {
      await bench.close();
      await provider.close();
    },
  };
}
