import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type FinderWorld,
  find,
  startFinderWorld,
  trespasses,
} from '../../../e2e/fixtures/mail-world/finder-world.ts';
import { dotted, FIRMS, person } from '../../../e2e/fixtures/mail-world/firms.ts';
import { rankCandidates } from '../engine/email-candidates.ts';
import { createEmailMemory } from './email-memory.ts';

const JOINED = {
  name: 'joined.com',
  about: 'first and last name without a dot, which is far down the list for names with umlauts',
  mailboxes: ['jurgenmuller', 'annlee'],
};
const JURGEN = { first_name: 'Jürgen', last_name: 'Müller', domain: 'joined.com' };

let finder: FinderWorld;

beforeAll(async () => {
  finder = await startFinderWorld([...FIRMS, JOINED]);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

describe('a person', () => {
  it('is found, and the next people at the domain are found with one query', async () => {
    const found = await finder.rows(Array.from({ length: 20 }, (_, index) => find(index, 'initial.com')));
    for (const [index, row] of found.entries()) {
      const { first, last } = person(index);
      expect(row).toMatchObject({
        name: `${first} ${last}`,
        verified_email: `${first}${last[0]}@initial.com`,
        best_guess: null,
        status: 'deliverable',
        pattern: 'firstl',
        source: 'mail-server',
        catch_all: false,
        runners_up: [],
      });
    }
    const wrong = found.map(({ evidence }) => evidence.filter(({ reply }) => reply.startsWith('550')).length);
    // The first person costs five wrong candidates and the probe; the others cost nothing extra.
    expect(wrong[0]).toBeGreaterThan(3);
    expect(wrong.slice(1)).toEqual(wrong.slice(1).map(() => 0));
  });

  it('shares one probe and one DNS lookup with the others at the domain', async () => {
    await finder.rows(Array.from({ length: 30 }, (_, index) => find(index, 'dotted.com')));
    const names = new Set(Array.from({ length: 60 }, (_, index) => `${dotted(person(index))}@dotted.com`));
    expect(finder.probed('dotted.com').filter((address) => !names.has(address))).toHaveLength(1);
    expect(finder.world.dns.queries('dotted.com')).toBe(1);
    expect(finder.world.dns.queries('mx.dotted.com', 'A')).toBe(1);
  });

  it('is not found when the server refuses all eight candidates', async () => {
    const [row, other] = await finder.run([find(0, 'nobody.com'), find(1, 'nobody.com')]);
    expect(row).toMatchObject({ found: false, failed: false, billable: false });
    expect(row?.row).toMatchObject({
      status: 'not_found',
      reason: 'no-address-exists',
      explanation: 'Not found (8 addresses tried)',
      verified_email: null,
      best_guess: null,
      runners_up: [],
      score: 0,
    });
    expect(row?.row.evidence).toHaveLength(8);
    expect(other?.row.evidence).toHaveLength(8);
    expect(finder.world.log('nobody.com').sessions.map(({ refusals }) => refusals)).toEqual([8, 8]);
  });

  it('is tried again for free, once, when the run learns how the domain forms addresses', async () => {
    const missing = { ...JURGEN, first_name: 'Zoë', last_name: 'Fürst' };
    const ann = { first_name: 'Ann', last_name: 'Lee', domain: 'joined.com' };
    const outcomes = await finder.run([JURGEN, missing, ann]);
    expect(outcomes.map(({ row, billable }) => [row.verified_email, row.status, billable])).toEqual([
      ['jurgenmuller@joined.com', 'deliverable', false],
      [null, 'not_found', false],
      ['annlee@joined.com', 'deliverable', true],
    ]);
    // Eight, and the new ones of the second try.
    expect(outcomes[1]?.row.explanation).toMatch(/^Not found \((?:9|1\d) addresses tried\)$/);
    const queried = finder.probed('joined.com');
    expect(new Set(queried).size).toBe(queried.length);
    expect(trespasses(finder.world)).toEqual([]);
  });

  it('is not found where nobody else is, and not tried again', async () => {
    const before = finder.probed('joined.com').length;
    const [row] = await finder.rows([JURGEN, { ...JURGEN, first_name: 'Zoë', last_name: 'Fürst' }]);
    expect(row).toMatchObject({ status: 'not_found', explanation: 'Not found (8 addresses tried)' });
    expect(finder.probed('joined.com').length - before).toBe(16);
  });

  it('gets up to twenty candidates when looked up alone', async () => {
    const before = finder.probed('nobody.com').length;
    const [row] = await finder.rows([find(2, 'nobody.com')]);
    expect(row?.reason).toBe('no-address-exists');
    const expected = rankCandidates(person(2), { domain: 'nobody.com', limit: 20 });
    expect(finder.probed('nobody.com').slice(before)).toEqual(
      expected.map(({ localPart }) => `${localPart}@nobody.com`),
    );
    expect(
      finder.world
        .log('nobody.com')
        .sessions.slice(2)
        .map(({ refusals }) => refusals),
    ).toEqual([8, 8, expected.length - 16]);
  });

  it('at a catch-all domain is a best guess, and only the first one is queried', async () => {
    const memory = createEmailMemory();
    const found = await finder.rows(
      [0, 1, 2, 3].map((index) => find(index, 'all-taken.com')),
      finder.make({ memory }),
    );
    for (const [index, row] of found.entries()) {
      expect(row).toMatchObject({
        status: 'risky',
        reason: 'accepts-all',
        verified_email: null,
        best_guess: `${dotted(person(index))}@all-taken.com`,
        catch_all: true,
        pattern: 'first.last',
      });
      expect(row.score).toBeLessThan(50);
      expect(row.runners_up).toHaveLength(4);
    }
    expect(finder.probed('all-taken.com')).toHaveLength(2);
    // A catch-all domain does not count patterns.
    expect((await memory.domain('all-taken.com')).patterns).toEqual({});
    const [again] = await finder.rows([find(9, 'all-taken.com')], finder.make({ memory }));
    expect(again).toMatchObject({ reason: 'accepts-all', source: 'memory' });
    const reported = async (reports: { sent: number; bounced: number }) => {
      const domain = async (name: string) => ({ ...(await memory.domain(name)), reports });
      const [counted] = await finder.rows(
        [find(8, 'all-taken.com')],
        finder.make({ memory: { ...memory, domain } }),
      );
      return counted?.explanation;
    };
    expect(await reported({ sent: 40, bounced: 12 })).toContain('. 12 of 40 sent to this domain bounced');
    expect(await reported({ sent: 6, bounced: 6 })).toContain('. 6 sent to this domain bounced');
    expect(finder.probed('all-taken.com')).toHaveLength(2);
  });

  it('with a full mailbox is risky, with a disabled one undeliverable', async () => {
    const [full, left] = await finder.rows([find(0, 'full.com'), find(0, 'left.com')]);
    expect(full).toMatchObject({
      status: 'risky',
      reason: 'mailbox-full',
      verified_email: null,
      best_guess: `${dotted(person(0))}@full.com`,
    });
    expect(left).toMatchObject({ status: 'undeliverable', reason: 'mailbox-disabled', best_guess: null });
  });

  it('without a name, without a domain or at a personal provider is not queried', async () => {
    const outcomes = await finder.run([
      { first_name: '—', last_name: '', domain: 'normal-mail.com' },
      { first_name: 'Sam', last_name: 'Lee', domain: 'no domain' },
      { first_name: 'Sam', last_name: 'Lee', domain: 'gmail.com' },
      { first_name: 'Sam', last_name: 'Lee', domain: 'https://www.nobody.com/team' },
    ]);
    expect(outcomes.map(({ row }) => row.reason)).toEqual([
      'no-name',
      'not-a-domain',
      'personal-provider',
      'no-address-exists',
    ]);
    expect(outcomes.map(({ billable }) => billable)).toEqual([false, false, false, false]);
    expect(outcomes[3]?.row.domain).toBe('https://www.nobody.com/team');
  });

  it('says if the domain is missing, and if it is none', async () => {
    const rows = await finder.rows([
      { first_name: 'Sam', last_name: 'Lee', domain: ' ' },
      { first_name: 'Sam', last_name: 'Lee', domain: 'n/a' },
    ]);
    expect(rows.map(({ explanation }) => explanation)).toEqual([
      'This row has no domain',
      "This isn't a domain",
    ]);
  });

  it('that appears twice is queried once and billed once', async () => {
    const before = finder.probed('dotted.com').length;
    const outcomes = await finder.run([
      find(40, 'dotted.com'),
      find(41, 'dotted.com'),
      find(40, 'dotted.com'),
    ]);
    expect(outcomes.map(({ billable }) => billable)).toEqual([true, true, false]);
    expect(outcomes[2]?.row).toEqual(outcomes[0]?.row);
    expect(finder.probed('dotted.com')).toHaveLength(before + 3);
  });
});

describe('domains', () => {
  it('on one mail host share two connections and their sessions', async () => {
    const inputs = Array.from({ length: 10 }, (_, domain) =>
      [0, 1, 2].map((index) => find(index, `hosted${domain}.com`)),
    ).flat();
    const found = await finder.rows(inputs);
    expect(found.every(({ status }) => status === 'deliverable')).toBe(true);
    const log = finder.world.log('hosting.com');
    expect(log.maxOpen).toBeLessThanOrEqual(2);
    // Forty queries and ten refused probes, with at most eight refusals per session.
    expect(log.sessions.length).toBeLessThanOrEqual(4);
    for (const { commands } of log.sessions) {
      // A transaction only has recipients of one domain.
      let domain: string | undefined;
      for (const line of commands) {
        if (line.startsWith('MAIL')) domain = undefined;
        const named = /@(.*)>/.exec(line)?.[1];
        if (!line.startsWith('RCPT')) continue;
        expect(domain ?? named).toBe(named);
        domain = named;
      }
    }
  });

  it('with many people use both connections and exhaust no session', async () => {
    const found = await finder.rows(Array.from({ length: 400 }, (_, index) => find(index, 'crowd.com')));
    expect(found.every(({ status }) => status === 'deliverable')).toBe(true);
    const log = finder.world.log('crowd.com');
    expect(log.maxOpen).toBe(2);
    expect(finder.probed('crowd.com')).toHaveLength(401);
  });
});

it('never sends DATA, opens a third connection or gets a ninth refusal in a session', () => {
  expect(trespasses(finder.world)).toEqual([]);
});
