import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { REAL } from '../../../e2e/fixtures/mail-world/behaviors.ts';
import {
  type FinderWorld,
  startFinderWorld,
  trespasses,
} from '../../../e2e/fixtures/mail-world/finder-world.ts';
import type { MailDomain } from '../../../e2e/fixtures/mail-world/mail-domain.ts';
import type { Tool } from '../../tool.ts';
import { writeEmailInput } from '../definition.ts';

const SILENT = 80;
const CONNECTIONS = 16;
/** Longer than the test, so that no silent server gives up its connection. */
const PATIENCE = { connectMs: 60_000, greetingMs: 60_000, commandMs: 60_000 };

const domains: MailDomain[] = [
  ...Array.from({ length: SILENT }, (_, n): MailDomain => {
    return { name: `silent${n}.com`, about: 'never greets', mailboxes: [], smtp: { banner: null } };
  }),
  { name: 'normal.com', about: 'answers', mailboxes: [REAL] },
  {
    name: 'busy-host.com',
    about: 'has many mailboxes',
    mailboxes: Array.from({ length: 300 }, (_, n) => `box${n}`).concat(REAL),
    smtp: { replyDelayMs: 2 },
  },
  { name: 'customer.com', about: 'uses the same host', mailboxes: [REAL], hostedBy: 'busy-host.com' },
];

let finder: FinderWorld;
beforeAll(async () => {
  finder = await startFinderWorld(domains);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

/** Verifies addresses for an owner and counts the results. */
function start(tool: Tool, owner: string, addresses: string[], stop: AbortController) {
  const items = addresses.map((address, position) => ({ position, input: writeEmailInput({ address }) }));
  const progress = { outcomes: 0, ended: Promise.resolve() };
  progress.ended = (async () => {
    for await (const outcome of tool.run(items, stop.signal, { owner })) {
      if (owner === 'user') expect(outcome.outcome).toBe('deliverable');
      progress.outcomes += 1;
    }
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return progress;
}
const openConnections = () => [...finder.world.logs.values()].reduce((sum, { open }) => sum + open, 0);

it('lets another account verify its address while one waits for silent mail servers', async () => {
  const tool = finder.make({ connections: CONNECTIONS, patience: { batch: PATIENCE, single: PATIENCE } });
  const stop = new AbortController();
  const silent = Array.from({ length: SILENT }, (_, n) => `${REAL}@silent${n}.com`);
  const attackers = [1, 2, 3].map(() => start(tool, 'attacker', silent, stop));
  await expect.poll(openConnections).toBe(CONNECTIONS - 2);
  const user = start(tool, 'user', [`${REAL}@normal.com`], stop);
  await user.ended;
  expect(user.outcomes).toBe(1);
  for (const { outcomes } of attackers) expect(outcomes).toBe(0);
  stop.abort();
  await Promise.all(attackers.map(({ ended }) => ended));
});

it('hands a mail host over to another account after a few addresses', async () => {
  const tool = finder.make();
  const stop = new AbortController();
  const attacker = start(
    tool,
    'attacker',
    Array.from({ length: 300 }, (_, n) => `box${n}@busy-host.com`),
    stop,
  );
  await expect.poll(() => finder.world.log('busy-host.com').open).toBe(2);
  const before = attacker.outcomes;
  const user = start(tool, 'user', [`${REAL}@customer.com`], stop);
  await user.ended;
  // Two sessions of four addresses at most, plus those that were under way.
  expect(attacker.outcomes - before).toBeLessThan(40);
  stop.abort();
  await attacker.ended;
  expect(trespasses(finder.world)).toEqual([]);
});
