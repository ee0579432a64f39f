import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { benchBehaviors, FAKE, MORE_BEHAVIORS, REAL } from '../../../e2e/fixtures/mail-world/behaviors.ts';
import {
  type FinderWorld,
  find,
  startFinderWorld,
  trespasses,
  verify,
} from '../../../e2e/fixtures/mail-world/finder-world.ts';
import { dotted, FIRMS, person } from '../../../e2e/fixtures/mail-world/firms.ts';
import { writeEmailInput } from '../definition.ts';
import { createEmailMemory, type EmailMemory } from './email-memory.ts';

let finder: FinderWorld;

beforeAll(async () => {
  finder = await startFinderWorld([...benchBehaviors(0), ...MORE_BEHAVIORS, ...FIRMS]);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

describe('the memory', () => {
  it('answers without the server', async () => {
    const memory = createEmailMemory();
    const inputs = [
      find(50, 'dotted.com'),
      find(51, 'dotted.com'),
      find(50, 'nobody.com'),
      verify(`${REAL}@normal-mail.com`),
      verify(`${FAKE}@normal-mail.com`),
    ];
    const first = await finder.rows(inputs, finder.make({ memory }));
    const before = ['dotted.com', 'nobody.com', 'normal-mail.com'].map(
      (domain) => finder.probed(domain).length,
    );
    const second = await finder.run(inputs, finder.make({ memory }));
    expect(
      ['dotted.com', 'nobody.com', 'normal-mail.com'].map((domain) => finder.probed(domain).length),
    ).toEqual(before);
    for (const [index, { row, billable }] of second.entries()) {
      expect(row.verified_email).toBe(first[index]?.verified_email);
      expect(row.status).toBe(first[index]?.status);
      // A person without an email is free.
      expect(billable).toBe(index !== 2);
    }
    expect(second[0]?.row.source).toBe('memory');
    expect((await memory.domain('dotted.com')).patterns).toEqual({ 'first.last': 2 });
  });

  it('keeps the results of an aborted run, so that no address is queried twice', async () => {
    const memory = createEmailMemory();
    const inputs = Array.from({ length: 60 }, (_, index) => find(index, 'initial.com'));
    const items = inputs.map((input, position) => ({ position, input: writeEmailInput(input) }));
    const before = finder.probed('initial.com').length;
    const abort = new AbortController();
    const done = new Set<number>();
    for await (const { position } of finder.make({ memory }).run(items, abort.signal)) {
      done.add(position);
      if (done.size === 25) abort.abort();
    }
    expect(done.size).toBe(25);
    const rest = items.filter(({ position }) => !done.has(position));
    for await (const { position, row } of finder.make({ memory }).run(rest, new AbortController().signal)) {
      expect(done.has(position)).toBe(false);
      expect(row.status).toBe('deliverable');
      done.add(position);
    }
    expect(done.size).toBe(60);
    const accepted = finder
      .probed('initial.com')
      .slice(before)
      .filter((address) => FIRMS[0]?.mailboxes.includes(address.split('@')[0] ?? ''));
    // Only the queries in flight at the abort may repeat.
    expect(accepted.length - new Set(accepted).size).toBeLessThanOrEqual(2);
  });

  it('ends the run when it fails', async () => {
    const memory: EmailMemory = {
      ...createEmailMemory(),
      remember: () => Promise.reject(new Error('the database is gone')),
    };
    await expect(finder.rows([find(0, 'dotted.com')], finder.make({ memory }))).rejects.toThrow(
      'the database is gone',
    );
  });

  it('drops expired results', async () => {
    let time = 0;
    const memory = createEmailMemory({ now: () => time });
    await finder.rows(
      [find(0, 'dotted.com'), find(0, 'all-taken.com'), find(0, 'nobody.com')],
      finder.make({ memory }),
    );
    const address = `${dotted(person(0))}@dotted.com`;
    const DAY = 86_400_000;
    time = 29 * DAY;
    expect((await memory.addresses([address])).get(address)?.status).toBe('deliverable');
    expect((await memory.domain('all-taken.com')).catchAll).toBe(null);
    time = 31 * DAY;
    expect((await memory.addresses([address])).size).toBe(0);
    // Patterns do not expire.
    expect((await memory.domain('dotted.com')).patterns).toEqual({ 'first.last': 1 });
  });
});

describe('a run', () => {
  it('yields each item once', async () => {
    const domains = [
      'dotted.com',
      'nobody.com',
      'all-taken.com',
      'grey.com',
      'hosted1.com',
      'no-such-domain.com',
      'always-busy.com',
      'dead-host.com',
      'hangs-up.com',
    ];
    const inputs = Array.from({ length: 270 }, (_, index) =>
      find(Math.floor(index / 9) % 20, domains[index % 9]!),
    );
    const outcomes = await finder.run(inputs);
    expect(outcomes.map(({ position }) => position)).toEqual(inputs.map((_, index) => index));
  });

  it('ends when aborted, even during a wait', async () => {
    const abort = new AbortController();
    const tool = finder.make({
      greylistRetryMs: [3_600_000],
      pause: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          setImmediate(() => abort.abort());
        }),
    });
    const inputs = [find(5, 'grey-for-ever.com')];
    expect(await finder.run(inputs, tool, abort.signal)).toEqual([]);
  });

  it('without items yields nothing', async () => {
    expect(await finder.run([])).toEqual([]);
  });

  it('keeps the items of a domain in one shard', () => {
    const { shardKey } = finder.make();
    expect(shardKey(writeEmailInput(find(0, 'https://www.Acme.com/x')))).toBe('acme.com');
    expect(shardKey(writeEmailInput(verify('Sam@ACME.com')))).toBe('acme.com');
    expect(shardKey('nonsense')).toBe('nonsense');
  });

  it('queries no server while port 25 is blocked', async () => {
    const before = finder.probed('dotted.com').length;
    const tool = finder.make({ port25Blocked: () => true });
    const [person0, gone] = await finder.run([find(0, 'dotted.com'), find(0, 'no-such-domain.com')], tool);
    expect(person0).toMatchObject({ billable: false, failed: true });
    expect(person0?.row).toMatchObject({
      status: 'unknown',
      reason: 'port-25-blocked',
      best_guess: `${dotted(person(0))}@dotted.com`,
    });
    expect(gone?.row.reason).toBe('no-domain');
    expect(finder.probed('dotted.com')).toHaveLength(before);
  });
});

it('never sends DATA, opens a third connection or gets a ninth refusal in a session', () => {
  expect(trespasses(finder.world)).toEqual([]);
});
