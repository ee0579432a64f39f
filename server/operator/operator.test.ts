import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { signIn } from '../auth/test-requests.ts';
import { OPERATOR_COMMANDS } from '../operator-commands.ts';
import { openPaymentBench, type PaymentBench } from '../payments/test-bench.ts';
import { InvalidInput } from '../platform/operator/operator-command.ts';
import { openOperatorSocket, runOnServer } from './socket.ts';

let bench: PaymentBench;
let dataDir: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'leadwell-op-'));
  bench = await openPaymentBench({ DATA_DIR: dataDir, STAFF_EMAILS: 'boss@example.com' });
  stop = await openOperatorSocket(bench.deps, OPERATOR_COMMANDS);
});
afterAll(async () => {
  await stop();
  await bench.close();
  rmSync(dataDir, { recursive: true });
});

async function run(name: string, input: object): Promise<{ rows: object[]; notes: string[] }> {
  const rows: object[] = [];
  const notes: string[] = [];
  await runOnServer(dataDir, name, input, { row: (row) => rows.push(row), note: (text) => notes.push(text) });
  return { rows, notes };
}

describe('an operator command on the running server', () => {
  it('uses a socket that only its owner can open', () => {
    expect(statSync(join(dataDir, 'operator.sock')).mode & 0o777).toBe(0o600);
  });

  it('creates a staff account that can sign in, once', async () => {
    const { rows, notes } = await run('users-create-staff', { email: 'Boss@example.com' });
    const [created] = rows as { email: string; password: string }[];
    expect(created?.email).toBe('boss@example.com');
    expect(notes).toEqual([]);
    const response = await signIn(bench.app, 'boss@example.com', created?.password ?? '');
    expect(response.status).toBe(200);
    await expect(run('users-create-staff', { email: 'boss@example.com' })).rejects.toThrow(/already/);
    expect((await run('users-create-staff', { email: 'guest@example.com' })).notes[0]).toMatch(
      /STAFF_EMAILS/,
    );
    const { rows: accounts } = await run('users-list', {});
    const byEmail = (accounts as { email: string }[]).sort((a, b) => a.email.localeCompare(b.email));
    expect(byEmail).toMatchObject([
      { email: 'boss@example.com', isStaff: true, confirmed: true, plan: 'unlimited' },
      { email: 'guest@example.com', isStaff: false, confirmed: true, plan: 'free', credits: 1000 },
    ]);
  });

  it('sets credits through the ledger and upgrades', async () => {
    const payer = await bench.person();
    await run('users-credits', { email: payer.email, credits: 101 });
    expect(await payer.account()).toMatchObject({ credits: 101 });
    expect(await bench.ledger(payer.id)).toEqual({ balance: 101, counted: 101 });
    const { body } = await payer.call('credit-history');
    expect(body).toMatchObject({
      lines: [
        { amount: -899, kind: 'balance', label: 'Set by the administrator', taskId: null },
        { amount: 1000, kind: 'balance', label: 'Welcome credits' },
      ],
      next: null,
    });
    expect((await run('users-upgrade', { email: payer.email, plan: 'premium' })).rows).toEqual([
      { email: payer.email, plan: 'premium' },
    ]);
    const premium = await payer.account();
    expect(premium).toMatchObject({ plan: 'premium', isTrial: false, hasPaymentMethod: true });
    expect(premium.credits).not.toBe('unlimited');
    await run('users-upgrade', { email: payer.email });
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    await expect(run('users-credits', { email: payer.email, credits: 5 })).rejects.toThrow(/unlimited/);
    const down = run('users-upgrade', { email: payer.email, plan: 'premium' });
    await expect(down).rejects.toThrow(/has the unlimited plan, which includes premium/);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    await expect(run('users-upgrade', { email: payer.email, plan: 'gold' })).rejects.toThrow(InvalidInput);
    for (const plan of ['premium', 'unlimited', 'free'])
      await expect(run('users-upgrade', { email: 'nobody@example.com', plan })).rejects.toThrow(
        MESSAGES.admin.noSuchAccount,
      );
    expect((await run('payments-sync', {})).rows).toEqual([{ syncedUsers: 0, skippedUsers: 1, errors: 0 }]);
    expect((await run('users-upgrade', { email: payer.email, plan: 'free' })).rows).toEqual([
      { email: payer.email, plan: 'free' },
    ]);
    expect(await payer.account()).toMatchObject({ plan: 'free', credits: 101 });
    expect((await run('payments-sync', {})).rows).toEqual([{ syncedUsers: 0, skippedUsers: 0, errors: 0 }]);
  });

  it('fails if it is unknown, its input is invalid, or no server runs', async () => {
    const invalid = run('users-upgrade', { email: 'no address' });
    await expect(invalid).rejects.toThrow(InvalidInput);
    await expect(invalid).rejects.toThrow(/valid email/);
    await expect(run('users-rename', {})).rejects.toThrow(/doesn't support/);
    await expect(
      runOnServer(join(dataDir, 'elsewhere'), 'users-list', {}, { row: () => {}, note: () => {} }),
    ).rejects.toThrow(/doesn't respond.*try again in a few seconds/);
  });
});

it('does not change the umask while its socket is opened: programs that start then would keep it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-socket-'));
  const umask = process.umask();
  const deps = { ...bench.deps, config: { ...bench.deps.config, DATA_DIR: folder } };
  const opening = openOperatorSocket(deps, new Map());
  expect(process.umask()).toBe(umask);
  const close = await opening;
  expect(readdirSync(folder)).toEqual(['operator.sock']);
  await close();
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

it('closes the connection if the output takes no more rows', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-socket-'));
  const closed = Promise.withResolvers<void>();
  // A server with more rows, which never ends its response.
  const server = createServer((_incoming, outgoing) => {
    outgoing.once('close', () => closed.resolve());
    outgoing.write('{"row":{"email":"ada@example.com"}}\n');
  });
  await new Promise<void>((resolve) => server.listen(join(dataDir, 'operator.sock'), resolve));
  const row = () => {
    throw new Error('closed');
  };
  await expect(runOnServer(dataDir, 'users-list', {}, { row, note: () => {} })).rejects.toThrow('closed');
  await closed.promise;
  server.close();
  rmSync(dataDir, { recursive: true });
});

it.each([
  ['before its first line', ''],
  ['between two lines', '{"row":{"email":"ada@example.com"}}\n'],
  ['within a line', '{"row":{"email":"ada@example.com"}}\n{"row":{"em'],
])('a server that dies %s is reported as stopped', async (_, sent) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-socket-'));
  const server = createServer((_incoming, outgoing) => {
    if (sent) outgoing.write(sent, () => outgoing.destroy());
    else outgoing.destroy();
  });
  await new Promise<void>((resolve) => server.listen(join(dataDir, 'operator.sock'), resolve));
  const rows: object[] = [];
  const running = runOnServer(dataDir, 'users-list', {}, { row: (row) => rows.push(row), note: () => {} });
  await expect(running).rejects.toThrow('The server stopped before the command finished.');
  expect(rows).toEqual(sent ? [{ email: 'ada@example.com' }] : []);
  server.close();
  rmSync(dataDir, { recursive: true });
});
