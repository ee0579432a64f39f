import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmailInput } from '#contract/emails.ts';
import { type FinderWorld, startFinderWorld, verify } from '../../../e2e/fixtures/mail-world/finder-world.ts';
import { createEmailMemory, KEEP_MS, type MemoryUpdate } from './email-memory.ts';

const COLLEAGUES = ['ann.lee', 'bob.roe', 'cy.ray', 'dee.fox', 'eve.kay'];
const MILLER = { first_name: 'John', last_name: 'Miller', domain: 'acme.com' };
const OUTSIDER = { first_name: 'John', last_name: 'Smith', domain: 'acme.com' };

let finder: FinderWorld;
beforeAll(async () => {
  finder = await startFinderWorld([
    { name: 'acme.com', about: 'john is the founder', mailboxes: [...COLLEAGUES, 'john.miller', 'john'] },
    {
      name: 'left.com',
      about: 'people who left',
      mailboxes: [],
      smtp: {
        replies: { 'jo.poe': '550 5.2.1 Account disabled', 'ann.lee': '550 5.2.1 Account disabled' },
      },
    },
    { name: 'nobody.com', about: 'has no mailboxes', mailboxes: [] },
  ]);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

const known = (localPart: string, more: Partial<MemoryUpdate> = {}): MemoryUpdate =>
  ({
    kind: 'address',
    address: `${localPart}@acme.com`,
    domain: 'acme.com',
    pattern: null,
    status: 'deliverable',
    reason: 'accepted',
    mailHost: 'mx.acme.com',
    ...more,
  }) as MemoryUpdate;

/** A memory that knows five people as first.last, and `updates`. */
async function memoryOf(...updates: MemoryUpdate[]) {
  const memory = createEmailMemory();
  await memory.remember(COLLEAGUES.map((name) => known(name, { pattern: 'first.last' })));
  await memory.remember(updates);
  return memory;
}

describe('a remembered address of a person', () => {
  it.each([
    { status: 'deliverable', reason: 'accepted' },
    { status: 'risky', reason: 'mailbox-full' },
    { status: 'risky', reason: 'bounced-for-now' },
  ] as const)('is not the answer while a likelier one was not queried: $reason', async (verdict) => {
    const memory = await memoryOf(known('john', verdict));
    const [row] = await finder.rows([MILLER], finder.make({ memory }));
    expect(row).toMatchObject({ verified_email: 'john.miller@acme.com', source: 'mail-server' });
    const offline = finder.make({
      memory: await memoryOf(known('john', verdict)),
      port25Blocked: () => true,
    });
    const [outcome] = await finder.run([MILLER], offline);
    expect(outcome).toMatchObject({ found: false, billable: false });
    expect(outcome?.row).toMatchObject({ best_guess: 'john.miller@acme.com', source: null });
  });

  it('is the answer when its turn comes, without a query', async () => {
    const before = finder.probed('acme.com').length;
    const [row] = await finder.rows([OUTSIDER], finder.make({ memory: await memoryOf(known('john')) }));
    expect(row).toMatchObject({ verified_email: 'john@acme.com', source: 'memory', score: 98 });
    const queried = finder.probed('acme.com').slice(before);
    expect(queried[0]).toBe('john.smith@acme.com');
    expect(queried).not.toContain('john@acme.com');
  });

  it('is the answer at once if all likelier ones are known to be missing', async () => {
    const memory = await memoryOf(known('john'));
    await finder.rows([OUTSIDER], finder.make({ memory }));
    const before = finder.probed('acme.com').length;
    const [row] = await finder.rows([OUTSIDER], finder.make({ memory }));
    expect(row).toMatchObject({ verified_email: 'john@acme.com', source: 'memory' });
    expect(finder.probed('acme.com')).toHaveLength(before);
  });
});

describe('a disabled mailbox', () => {
  it('is remembered as one, for people and addresses', async () => {
    const memory = createEmailMemory();
    const jo = { first_name: 'Jo', last_name: 'Poe', domain: 'left.com' };
    const ask = (input: EmailInput) => finder.rows([input], finder.make({ memory }));
    const before = finder.probed('left.com').length;
    for (const _ of ['first', 'again'])
      expect(await ask(jo)).toMatchObject([{ status: 'undeliverable', reason: 'mailbox-disabled' }]);
    const queried = finder.probed('left.com').slice(before);
    expect(new Set(queried).size).toBe(queried.length);
    for (const _ of ['first', 'again'])
      expect(await ask(verify('ann.lee@left.com'))).toMatchObject([{ reason: 'mailbox-disabled' }]);
    expect(await ask(verify('jo.poe@left.com'))).toMatchObject([
      { reason: 'mailbox-disabled', source: 'memory' },
    ]);
  });
});

describe('a verdict', () => {
  it('expires, however often somebody asks', async () => {
    let now = 0;
    const memory = createEmailMemory({ now: () => now });
    const ask = () =>
      finder.rows([{ first_name: 'Jo', last_name: '', domain: 'nobody.com' }], finder.make({ memory }));
    const [first] = await ask();
    const queried = () => finder.probed('nobody.com').filter((address) => address === 'jo@nobody.com').length;
    expect(queried()).toBe(1);
    now = KEEP_MS.undeliverable - 1;
    const [second] = await ask();
    expect(second).toMatchObject({ reason: 'no-address-exists', explanation: first?.explanation });
    expect(queried()).toBe(1);
    now = KEEP_MS.undeliverable + 1;
    await ask();
    expect(queried()).toBe(2);
  });

  it('that an address bounced is not saved as one of the mail server', async () => {
    const saved: MemoryUpdate[] = [];
    const memory = await memoryOf(known('john.smith', { status: 'undeliverable', reason: 'bounced' }));
    const watched = {
      ...memory,
      remember: async (updates: readonly MemoryUpdate[]) => void saved.push(...updates),
    };
    await finder.rows([OUTSIDER], finder.make({ memory: watched }));
    const addresses = saved.flatMap((update) => (update.kind === 'address' ? [update.address] : []));
    expect(addresses).toContain('john@acme.com');
    expect(addresses).not.toContain('john.smith@acme.com');
    const [bounced] = await finder.rows([verify('john.smith@acme.com')], finder.make({ memory }));
    expect(bounced).toMatchObject({ reason: 'bounced', source: 'memory' });
  });
});
