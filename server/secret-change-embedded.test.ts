import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { rotateSecret } from '#cli/rotate-secret.ts';
import { createApp } from './app.ts';
import { turnOnTwoFactor } from './auth/second-factor/test-app.ts';
import { outcome, send, signIn, signUp, TEST_PASSWORD } from './auth/test-requests.ts';
import { parseConfig } from './config.ts';
import { parseOptOuts } from './leads/test-leads.ts';
import { addOptOuts, isOptedOut } from './opt-outs/opt-outs.ts';
import { prepareDataFolder } from './platform/database/test-data-folder.ts';
import { openDeps } from './server-deps.ts';

const EMAIL = 'ada@example.com';

it('a change of the secret in a data folder signs no one out, and keeps opt-outs and second factors', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-secret-'));
  await prepareDataFolder(dataDir);
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
  const open = () => openDeps(parseConfig({ ...process.env, WORKER: 'none', PORT_25_TEST: '0' }));
  const first = await open();
  const app = createApp(first);
  const session = await signUp(app, EMAIL);
  await first.database.db.updateTable('accounts').set({ email_confirmed_at: new Date() }).execute();
  const clock = { now: Date.now, advance: () => {} };
  const { recoveryCodes } = await turnOnTwoFactor(app, clock, session.access_token);
  await addOptOuts(first, parseOptOuts('gone@example.com'), async () => {});
  await first.close();
  await rotateSecret({ note: () => {}, data: () => {} });
  const second = await open();
  const server = createApp(second);
  expect(await outcome(send(server, '/functions/v1/account', { token: session.access_token }))).toBe(
    '200 ok',
  );
  expect(await isOptedOut(second, { emails: ['gone@example.com'] })).toBe(true);
  const { second_factor } = (await (await signIn(server, EMAIL, TEST_PASSWORD)).json()) as {
    second_factor: { ticket: string };
  };
  const body = { ticket: second_factor.ticket, code: recoveryCodes[0] };
  expect(await outcome(send(server, '/auth/v1/second-factor', { body }))).toBe('200 ok');
  await second.close();
  rmSync(dataDir, { recursive: true });
});
