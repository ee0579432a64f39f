import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CsvExtractionReply } from '#contract/emails.ts';
import { dotted, FIRMS, person } from '../../e2e/fixtures/mail-world/firms.ts';
import { type MailWorld, startMailWorld } from '../../e2e/fixtures/mail-world/mail-world.ts';
import { addOptOuts, readOptOut } from '../leads/opt-out.ts';
import { startWorker, type TaskWorker } from '../tasks/worker/worker.ts';
import { createStoredMemory } from './email-memory.ts';
import { forgetOptedOut } from './opt-out-list.ts';
import { type EmailBench, openEmailBench } from './test-emails.ts';

let world: MailWorld;
let emails: EmailBench;
let worker: TaskWorker;

const addressOf = (index: number) => `${dotted(person(index))}@dotted.com`;
const HEADER = 'first_name,last_name,domain\n';
const line = (index: number, domain = 'dotted.com') =>
  `${person(index).first},${person(index).last},${domain}\n`;
const asked = () => world.log('dotted.com').sessions.flatMap(({ recipients }) => recipients);

async function optOut(...written: string[]): Promise<void> {
  const entries = written.map(readOptOut).filter((entry) => entry !== null);
  // No lead databases are opened for this: the list alone.
  const warehouse = { ...emails.bench.deps.warehouse, rows: async () => [] };
  await addOptOuts({ ...emails.bench.deps, warehouse }, entries);
}

beforeAll(async () => {
  world = await startMailWorld(FIRMS);
  emails = await openEmailBench({
    DNS_SERVERS: world.dnsServer,
    SMTP_PORT: String(world.port),
    ALLOW_PRIVATE_NETWORK: '1',
    EMAIL_BATCH_PAUSE_MS: '0',
  });
  worker = await startWorker(emails.bench.deps);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await emails.close();
  await world.close();
});

describe('a person or firm that opted out', () => {
  it('is forgotten, and never told again', async () => {
    const caller = await emails.signUp();
    const memory = createStoredMemory(emails.bench.deps);
    const found = await caller.ended((await caller.start(`${HEADER}${line(1)}${line(2)}`)).id);
    expect(found).toMatchObject({ found: 2 });
    expect([...(await memory.addresses([addressOf(1), addressOf(2)])).keys()].length).toBe(2);
    await optOut(addressOf(1), 'initial.com');
    await forgetOptedOut(emails.bench.deps, new AbortController().signal);
    expect([...(await memory.addresses([addressOf(1), addressOf(2)])).keys()]).toEqual([addressOf(2)]);
    expect((await memory.domain('dotted.com')).patterns).toEqual({ 'first.last': 1 });
  });

  it('is refused with 451 when asked for by name or address, and nothing is started', async () => {
    const caller = await emails.signUp();
    for (const csv_content of [
      `${HEADER}${line(1)}`,
      `email\n${addressOf(1).toUpperCase()}\n`,
      `${HEADER}${line(1)}${line(1)}`,
      `${HEADER}Any,Body,www.initial.com\n`,
    ]) {
      const reply = await caller.post('csv-extraction', { csv_content });
      expect(reply.status).toBe(451);
      expect(await reply.json()).toMatchObject({
        error: { code: 'person_opted_out', message: 'This person asked not to be listed.' },
      });
    }
    const { db } = emails.bench.deps.database;
    expect(await db.selectFrom('tasks').select('id').where('account_id', '=', caller.id).execute()).toEqual(
      [],
    );
  });

  it('is a row that says so in a list, uncharged, unasked and unremembered', async () => {
    const caller = await emails.signUp();
    const before = asked();
    const reply = await caller.post('csv-extraction', {
      csv_content: `${HEADER}${line(1)}${line(2)}${line(0, 'initial.com')}`,
    });
    const answer = CsvExtractionReply.parse(await reply.json());
    const optedOut = { status: 'unknown', reason: 'opted-out', verified_email: null, best_guess: null };
    expect(answer.results[0]).toMatchObject({ ...optedOut, runners_up: [], evidence: [], mail_host: null });
    expect(answer.results[1]).toMatchObject({ verified_email: addressOf(2) });
    expect(answer.results[2]).toMatchObject(optedOut);
    expect(await caller.task(answer.task_id)).toMatchObject({ creditsused: 1, found: 1, failed: 2 });
    expect(asked()).toEqual(before);
    const memory = createStoredMemory(emails.bench.deps);
    expect(await memory.addresses([addressOf(1)])).toEqual(new Map());
  });
});
