import { COMPANY_SITES } from '../e2e/fixtures/company-sites.ts';
import { startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { generatedName } from '../e2e/fixtures/generated-sites.ts';
import { leadwell } from '../e2e/fixtures/leadwell-command.ts';
import { startLeadwell } from '../e2e/fixtures/leadwell-server.ts';
import { FIRMS } from '../e2e/fixtures/mail-world/firms.ts';
import { startMailWorld } from '../e2e/fixtures/mail-world/mail-world.ts';

/** A running server in a fake web with mail servers, and the API key of an account with the unlimited plan. */
export interface TestServer {
  url: string;
  key: string;
  /** A new API key with a monthly budget, in credits. */
  budgetKey(monthlyBudget: number): Promise<string>;
  /** Addresses of websites with contacts, which nothing else uses. */
  sites(count: number): string[];
  close(): Promise<void>;
}

const SITES = 20;
const EMAIL = 'programs@example.com';

export async function startTestServer(): Promise<TestServer> {
  const mail = await startMailWorld(FIRMS.filter(({ name }) => name === 'dotted.com'));
  const web = await startFakeWeb({
    sites: COMPANY_SITES,
    generated: { count: SITES },
    answerName: (name) => mail.records.get(name),
  });
  const server = await startLeadwell({
    dnsServer: web.dnsServer,
    env: {
      WEB_PORT: String(web.port),
      SMTP_PORT: String(mail.port),
      EMAIL_BATCH_PAUSE_MS: '0',
    },
  });
  const post = async (path: string, token: string, body: object) => {
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const password = 'correct horse battery';
  const session = await post('/auth/v1/signup', 'leadwell-public', { email: EMAIL, password });
  await leadwell(server, 'users', 'upgrade', EMAIL);
  const scopes = ['read', 'run', 'export'];
  const newKey = async (more: object) => {
    const body = { name: 'Programs', scopes, ...more };
    return String((await post('/v1/create-api-key', String(session.access_token), body)).key);
  };
  const key = await newKey({});
  let used = 0;
  return {
    url: server.url,
    key,
    budgetKey: (monthlyBudget) => newKey({ monthlyBudget }),
    sites: (count) => {
      used += count;
      return Array.from({ length: count }, (_, index) => web.siteUrl(generatedName(used - count + index)));
    },
    async close() {
      await server.stop();
      await web.close();
      await mail.close();
    },
  };
}
