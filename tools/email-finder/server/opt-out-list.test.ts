// On PostgreSQL: hashes are bytea, which the drivers pass differently.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseOptOuts } from '#server/leads/test-leads.ts';
import { addOptOuts, optOutsVersion, removeOptOuts } from '#server/opt-outs/opt-outs.ts';
import { startWorker, type TaskWorker } from '#server/tasks/worker/worker.ts';
import { dotted, FIRMS, person } from '../../../e2e/fixtures/mail-world/firms.ts';
import { type MailWorld, startMailWorld } from '../../../e2e/fixtures/mail-world/mail-world.ts';
import { CsvExtractionReply } from '../definition.ts';
import { createStoredMemory } from './email-memory.ts';
import { createOptOutList, deleteOptedOut } from './opt-out-list.ts';
import { type EmailBench, openEmailBench } from './test-emails.ts';

let world: MailWorld;
let emails: EmailBench;
let worker: TaskWorker;

const dottedAddress = (index: number) => `${dotted(person(index))}@dotted.com`;
const HEADER = 'first_name,last_name,domain\n';
const line = (index: number, domain = 'dotted.com') =>
  `${person(index).first},${person(index).last},${domain}\n`;
const recipients = () => world.log('dotted.com').sessions.flatMap(({ recipients }) => recipients);

async function optOut(...written: string[]): Promise<void> {
  await addOptOuts(emails.bench.deps, parseOptOuts(...written), async () => {});
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
});
afterAll(async () => {
  await worker.stop();
  await emails.close();
  await world.close();
});

it('a change of the list is detected even if its length stays the same', async () => {
  const { deps } = emails.bench;
  const marks = [await optOutsVersion(deps)];
  for (const [index, entry] of ['a@marked.example', 'b@marked.example'].entries()) {
    await removeOptOuts(deps, parseOptOuts('a@marked.example'));
    const clock = { ...deps.clock, now: () => Date.parse('2031-01-01') + index };
    await addOptOuts({ ...deps, clock }, parseOptOuts(entry), async () => {});
    marks.push(await optOutsVersion(deps));
  }
  expect(new Set(marks).size).toBe(3);
  expect(await optOutsVersion(deps)).toBe(marks[2]);
  await removeOptOuts(deps, parseOptOuts('b@marked.example'));
  expect(await optOutsVersion(deps)).toBe(marks[0]);
});

it('an internationalized domain matches in both spellings', async () => {
  const list = createOptOutList(emails.bench.deps);
  const listed = (domain: string) =>
    Promise.all([
      list.lists({ emails: [`jo@${domain}`], domains: [] }),
      list.lists({ emails: [], domains: [domain] }),
    ]);
  expect(await listed('xn--brse-5qa.example')).toEqual([false, false]);
  await optOut('börse.example');
  for (const domain of ['xn--brse-5qa.example', 'börse.example'])
    expect(await listed(domain)).toEqual([true, true]);
  expect(await listed('borse.example')).toEqual([false, false]);
});

describe('a person or company that opted out', () => {
  it('is deleted from the memory and never returned again', async () => {
    const caller = await emails.signUp();
    const memory = createStoredMemory(emails.bench.deps);
    const found = await caller.ended((await caller.start(`${HEADER}${line(1)}${line(2)}`)).id);
    expect(found).toMatchObject({ found: 2 });
    expect([...(await memory.addresses([dottedAddress(1), dottedAddress(2)])).keys()].length).toBe(2);
    await optOut(dottedAddress(1), 'initial.com');
    await deleteOptedOut(emails.bench.deps, new AbortController().signal);
    expect([...(await memory.addresses([dottedAddress(1), dottedAddress(2)])).keys()]).toEqual([
      dottedAddress(2),
    ]);
    expect((await memory.domain('dotted.com')).patterns).toEqual({ 'first.last': 1 });
  });

  it('is rejected with 451 by name or address, and nothing starts', async () => {
    const caller = await emails.signUp();
    for (const csv_content of [
      `${HEADER}${line(1)}`,
      `email\n${dottedAddress(1).toUpperCase()}\n`,
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

  it('is a free row with the reason in a list, without a lookup or saved verdict', async () => {
    const caller = await emails.signUp();
    const before = recipients();
    const reply = await caller.post('csv-extraction', {
      csv_content: `${HEADER}${line(1)}${line(2)}${line(0, 'initial.com')}`,
    });
    const answer = CsvExtractionReply.parse(await reply.json());
    const optedOut = { status: 'unknown', reason: 'opted-out', verified_email: null, best_guess: null };
    expect(answer.results[0]).toMatchObject({ ...optedOut, runners_up: [], evidence: [], mail_host: null });
    expect(answer.results[1]).toMatchObject({ verified_email: dottedAddress(2) });
    expect(answer.results[2]).toMatchObject(optedOut);
    expect(await caller.task(answer.task_id)).toMatchObject({ creditsused: 1, found: 1, failed: 2 });
    expect(recipients()).toEqual(before);
    const memory = createStoredMemory(emails.bench.deps);
    expect(await memory.addresses([dottedAddress(1)])).toEqual(new Map());
  });
});
