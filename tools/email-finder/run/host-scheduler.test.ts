import { describe, expect, it } from 'vitest';
import { createTaskGroup } from '../../list-tool/task-group.ts';
import type { MailServers } from '../net/smtp/mail-servers.ts';
import { SINGLE_PATIENCE } from '../net/smtp/mail-servers.ts';
import type { DomainContext } from './domain-context.ts';
import type { EmailLookup } from './email-lookup.ts';
import { createHostScheduler } from './host-scheduler.ts';
import type { ServerAnswer } from './query-servers.ts';
import type { SmtpClient } from './smtp-client.ts';
import { ANSWERS, testDomain, testLookups } from './test-lookups.ts';

const NO_SERVERS: MailServers = {
  open: () => Promise.reject(new Error('these tests open no session')),
  close: async () => {},
};

interface Query {
  domain: DomainContext;
  lookup: EmailLookup;
  /** connections that run a query now, this one included */
  open: number;
}

/**
 * Runs lookups through a scheduler; `reply` plays the mail server. Returns every query and event in order.
 */
async function schedule(
  domains: [DomainContext, EmailLookup[]][],
  reply: (query: Query) => ServerAnswer,
  greylistRetryMs: readonly number[] = [],
) {
  const queries: string[] = [];
  const done: (readonly [EmailLookup, ServerAnswer])[] = [];
  const events: string[] = [];
  const clients = new Set<SmtpClient>();
  let open = 0;
  let mostOpen = 0;
  const tasks = createTaskGroup((idle) => events.push(idle ? 'idle' : 'busy'));
  const pause = async (ms: number) => {
    events.push(`wait ${ms}`);
    await new Promise(setImmediate);
  };
  const scheduler = createHostScheduler(
    { servers: NO_SERVERS, patience: SINGLE_PATIENCE, owner: null, greylistRetryMs, pause },
    tasks,
    async (lookup, domain, turn) => {
      const answer = await turn.query(async (client) => {
        clients.add(client);
        queries.push(`${domain.name} ${lookup.positions[0]}`);
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        await new Promise(setImmediate);
        const said = reply({ domain, lookup, open });
        open -= 1;
        return said;
      });
      if (answer) done.push([lookup, answer]);
    },
    new AbortController().signal,
  );
  for (const [domain, lookups] of domains) scheduler.add(domain, lookups);
  await tasks.finished();
  return { queries, done, events, mostOpen, connections: clients.size };
}

describe('the host scheduler', () => {
  it('gives every lookup one turn, and domains of one host share its connections', async () => {
    const domains = ['a.com', 'b.com', 'c.com'].map((name): [DomainContext, EmailLookup[]] => [
      testDomain(name, { host: 'mx.hosting.com' }),
      testLookups(name, 5),
    ]);
    const { done, mostOpen, connections } = await schedule(domains, () => ANSWERS.found);
    expect(done).toHaveLength(15);
    expect({ mostOpen, connections }).toEqual({ mostOpen: 2, connections: 2 });
  });

  it('uses one connection for a small domain, and two for a large one', async () => {
    const small = await schedule([[testDomain('a.com'), testLookups('a.com', 21)]], () => ANSWERS.found);
    const large = await schedule([[testDomain('a.com'), testLookups('a.com', 22)]], () => ANSWERS.found);
    expect([small.mostOpen, large.mostOpen]).toEqual([1, 2]);
    expect(large.done).toHaveLength(22);
  });

  it.each([
    { of: 'a large domain', sizes: [60] },
    { of: 'two small domains', sizes: [5, 5] },
  ])('keeps one connection for $of when the host refuses the second one', async ({ sizes }) => {
    const domains = sizes.map((size, index): [DomainContext, EmailLookup[]] => [
      testDomain(`d${index}.com`, { host: 'mx.com' }),
      testLookups(`d${index}.com`, size),
    ]);
    let isRefused = false;
    const openLater: number[] = [];
    const { done, connections } = await schedule(domains, ({ open }) => {
      if (isRefused) openLater.push(open);
      if (open < 2 || isRefused) return ANSWERS.found;
      isRefused = true;
      return ANSWERS.crowded;
    });
    expect(isRefused).toBe(true);
    expect(Math.max(...openLater)).toBe(1);
    expect(connections).toBe(2);
    expect(new Set(done.map(([lookup]) => lookup))).toEqual(
      new Set(domains.flatMap(([, lookups]) => lookups)),
    );
    expect(done.every(([, answer]) => answer === ANSWERS.found)).toBe(true);
  });

  it('retries postponed lookups in rounds, and is idle during the waits', async () => {
    const seen = new Map<EmailLookup, number>();
    const { queries, events } = await schedule(
      [[testDomain('a.com'), testLookups('a.com', 2)]],
      ({ lookup }) => {
        const times = (seen.get(lookup) ?? 0) + 1;
        seen.set(lookup, times);
        return lookup.positions[0] === 0 && times < 3 ? ANSWERS.greylisted : ANSWERS.found;
      },
      [60, 300],
    );
    expect(queries).toEqual(['a.com 0', 'a.com 1', 'a.com 0', 'a.com 0']);
    expect(events).toEqual(['wait 60', 'idle', 'busy', 'wait 300', 'idle', 'busy']);
  });

  it('uses the last answer when no retry is left', async () => {
    const { done } = await schedule(
      [[testDomain('a.com'), testLookups('a.com', 1)]],
      () => ANSWERS.greylisted,
      [1],
    );
    expect(done.map(([, answer]) => answer)).toEqual([ANSWERS.greylisted]);
  });

  it('works on other domains during a wait', async () => {
    const { queries } = await schedule(
      [
        [testDomain('a.com', { host: 'mx.com' }), testLookups('a.com', 1)],
        [testDomain('b.com', { host: 'mx.com' }), testLookups('b.com', 3)],
        [testDomain('c.com', { host: 'mx.com' }), testLookups('c.com', 3)],
      ],
      ({ domain }) => (domain.name === 'a.com' ? ANSWERS.greylisted : ANSWERS.found),
      [1],
    );
    expect(queries.filter((query) => query === 'a.com 0')).toHaveLength(2);
    expect(queries).toHaveLength(8);
  });

  it('answers the other lookups of an unreachable domain without a query', async () => {
    const { queries, done } = await schedule(
      [[testDomain('a.com'), testLookups('a.com', 10)]],
      () => ANSWERS.unreachable,
      [60],
    );
    expect(queries).toEqual(['a.com 0']);
    expect(done).toHaveLength(10);
  });

  it('fails its tasks when a turn fails', async () => {
    await expect(
      schedule([[testDomain('a.com'), testLookups('a.com', 3)]], () => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
  });
});
