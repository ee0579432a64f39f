import { afterAll, beforeAll, expect, it } from 'vitest';
import { leadwell } from '../../e2e/fixtures/leadwell-command.ts';
import { type LeadwellServer, startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { runHere } from '../test-run-here.ts';

const EMAIL = 'schedules@example.com';
let server: LeadwellServer;
let environment: Record<string, string>;
let call: (name: string, body: object) => Promise<Record<string, unknown>>;

beforeAll(async () => {
  server = await startLeadwell();
  const post = async (path: string, token: string, body: object) => {
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const person = { email: EMAIL, password: 'correct horse battery' };
  const session = await post('/auth/v1/signup', 'leadwell-public', person);
  await leadwell(server, 'users', 'upgrade', EMAIL);
  call = (name, body) => post(`/functions/v1/${name}`, String(session.access_token), body);
  const { key } = await call('create-api-key', { name: 'Terminal', scopes: ['read', 'run'] });
  environment = { LEADWELL_URL: server.url, LEADWELL_API_KEY: String(key) };
});
afterAll(() => server.stop());

const run = (...args: string[]) => runHere(['schedules', ...args], environment);

it('shows, pauses, resumes and runs schedules', async () => {
  expect(await run()).toMatchObject({ code: 0, err: expect.stringContaining('no schedules yet') });
  const { id } = await call('schedule-create', {
    name: 'Sites',
    work: { kind: 'tool', type: 'website-extraction', items: ['http://nothing.invalid'] },
    cap: 5,
    time: { every: 'day', hour: 9, timeZone: 'UTC' },
  });
  expect((await run()).out).toMatch(new RegExp(`^ID .*\n${id} .* 09:00  not yet .* Sites\n$`));
  expect(await run('pause', 'Sites')).toMatchObject({ code: 0, err: '“Sites” is paused.\n' });
  expect((await run()).out).toContain('paused');
  expect((await run('resume', String(id))).err).toMatch(/runs next at \d{4}-\d\d-\d\d 09:00 UTC\.\n$/);
  expect(await run('run', 'Sites')).toMatchObject({ code: 0, out: expect.stringMatching(/^[\w-]{36}\n$/) });
  expect(await run('run', 'Other')).toMatchObject({ code: 1, err: expect.stringContaining('no schedule') });
});
