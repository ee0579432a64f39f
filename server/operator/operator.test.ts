import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../auth/test-requests.ts';
import { OPERATOR_COMMANDS } from '../operator-commands.ts';
import { openPaymentBench, type PaymentBench } from '../payments/test-bench.ts';
import { askServer, openOperatorSocket } from './socket.ts';

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

async function ask(name: string, input: object): Promise<{ rows: object[]; notes: string[] }> {
  const rows: object[] = [];
  const notes: string[] = [];
  await askServer(dataDir, name, input, { row: (row) => rows.push(row), note: (text) => notes.push(text) });
  return { rows, notes };
}

describe('a command of the operator, carried out by the running server', () => {
  it('comes over a socket that only its user can open', () => {
    expect(statSync(join(dataDir, 'operator.sock')).mode & 0o777).toBe(0o600);
  });

  it('makes staff who can sign in, once', async () => {
    const { rows, notes } = await ask('users-create-staff', { email: 'Boss@example.com' });
    const [made] = rows as { email: string; password: string }[];
    expect(made?.email).toBe('boss@example.com');
    expect(notes).toEqual([]);
    const response = await signIn(bench.app, 'boss@example.com', made?.password ?? '');
    expect(response.status).toBe(200);
    await expect(ask('users-create-staff', { email: 'boss@example.com' })).rejects.toThrow(/already/);
    expect((await ask('users-create-staff', { email: 'guest@example.com' })).notes[0]).toMatch(
      /STAFF_EMAILS/,
    );
    const { rows: accounts } = await ask('users-list', {});
    const byEmail = (accounts as { email: string }[]).sort((a, b) => a.email.localeCompare(b.email));
    expect(byEmail).toMatchObject([
      { email: 'boss@example.com', isStaff: true, confirmed: true, plan: 'unlimited' },
      { email: 'guest@example.com', isStaff: false, confirmed: true, plan: 'free', credits: 1000 },
    ]);
  });

  it('sets credits through the ledger, and upgrades', async () => {
    const payer = await bench.person();
    await ask('users-credits', { email: payer.email, credits: 101 });
    expect(await payer.account()).toMatchObject({ credits: 101 });
    expect(await bench.ledger(payer.id)).toEqual({ balance: 101, counted: 101 });
    const { body } = await payer.call('credit-entries');
    expect(body).toMatchObject({
      entries: [
        { amount: -899, reason: 'operator', counted: true, item: null },
        { amount: 1000, reason: 'sign-up' },
      ],
      next: null,
    });
    await ask('users-upgrade', { email: payer.email });
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    await expect(ask('users-credits', { email: payer.email, credits: 5 })).rejects.toThrow(/unlimited/);
    await expect(ask('users-upgrade', { email: 'nobody@example.com' })).rejects.toThrow(/no account/);
    expect((await ask('payments-sync', {})).rows).toEqual([{ syncedUsers: 0, skippedUsers: 1, errors: 0 }]);
  });

  it('that is not one, or without a server, says so', async () => {
    await expect(ask('users-delete', {})).rejects.toThrow(/does not know/);
    await expect(
      askServer(join(dataDir, 'elsewhere'), 'users-list', {}, { row: () => {}, note: () => {} }),
    ).rejects.toThrow(/does not answer/);
  });
});

it.each([
  ['between two lines', '{"row":{"email":"ada@example.com"}}\n'],
  ['within a line', '{"row":{"email":"ada@example.com"}}\n{"row":{"em'],
])('a server that dies %s is told as one that stopped', async (_, sent) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-socket-'));
  const server = createServer((_incoming, outgoing) => {
    outgoing.write(sent, () => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(join(dataDir, 'operator.sock'), resolve));
  const rows: object[] = [];
  const asking = askServer(dataDir, 'users-list', {}, { row: (row) => rows.push(row), note: () => {} });
  await expect(asking).rejects.toThrow('The server stopped before the command was done.');
  expect(rows).toEqual([{ email: 'ada@example.com' }]);
  server.close();
  rmSync(dataDir, { recursive: true });
});
