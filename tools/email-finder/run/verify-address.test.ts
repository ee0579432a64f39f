import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  benchBehaviors,
  FAKE,
  IPV6_BEHAVIOR,
  MORE_BEHAVIORS,
  REAL,
} from '../../../e2e/fixtures/mail-world/behaviors.ts';
import {
  type FinderWorld,
  startFinderWorld,
  trespasses,
  verify,
} from '../../../e2e/fixtures/mail-world/finder-world.ts';
import { FIRMS } from '../../../e2e/fixtures/mail-world/firms.ts';
import { EmailRow } from '../definition.ts';

const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const JUDGED = [...benchBehaviors(20), ...MORE_BEHAVIORS, ...(HAS_IPV6 ? [IPV6_BEHAVIOR] : [])];

let finder: FinderWorld;

beforeAll(async () => {
  finder = await startFinderWorld([...JUDGED, ...FIRMS]);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

describe('a given address', () => {
  it('gets the right status whatever its server does', async () => {
    const addresses = JUDGED.flatMap(({ name }) => [`${REAL}@${name}`, `${FAKE}@${name}`]);
    const outcomes = await finder.run(addresses.map(verify));
    const verdicts = JUDGED.map(({ name }, index) => ({
      name,
      real: outcomes[2 * index]?.row.status,
      fake: outcomes[2 * index + 1]?.row.status,
    }));
    expect(verdicts).toEqual(JUDGED.map(({ name, real, fake }) => ({ name, real, fake })));
    for (const { row, found, failed, billable } of outcomes) {
      expect(EmailRow.parse(row)).toEqual(row);
      expect(row.verified_email).toBe(row.status === 'deliverable' ? row.address : null);
      expect(row.best_guess).toBe(null);
      const known = row.status !== 'unknown';
      expect({ found, failed, billable }).toEqual({
        found: row.status === 'deliverable',
        failed: !known,
        // Only what the server says of the mailbox is charged, not a domain without a mail server.
        billable: known && !['no-domain', 'no-mail-server', 'refuses-mail'].includes(row.reason),
      });
    }
  });

  it('comes with the replies of the server', async () => {
    const [real] = await finder.rows([verify(`${REAL}@normal-mail.com`)]);
    expect(real).toMatchObject({
      verified_email: `${REAL}@normal-mail.com`,
      domain: 'normal-mail.com',
      reason: 'accepted',
      source: 'mail-server',
      catch_all: false,
      mail_host: 'mx.normal-mail.com',
      pattern: null,
    });
    expect(real?.evidence).toEqual([
      { address: `${REAL}@normal-mail.com`, host: 'mx.normal-mail.com', reply: '250 2.1.5 Ok' },
      {
        address: expect.stringMatching(/^[a-z]{8}\.[a-z]{8}@normal-mail\.com$/),
        host: 'mx.normal-mail.com',
        reply: expect.stringMatching(/^550/),
      },
    ]);
  });

  it('that is invalid says why and is free', async () => {
    const [bad, empty, foreign] = await finder.run([
      verify('sam..lee@acme.com'),
      verify(''),
      verify('{"first":1}'),
    ]);
    // An invalid address is a known result, so it is not a failure.
    expect(bad).toMatchObject({ found: false, failed: false, billable: false });
    expect(bad?.row).toMatchObject({
      status: 'undeliverable',
      reason: 'not-an-address',
      address: 'sam..lee@acme.com',
      explanation: "The part before the @ can't start or end with a dot or have two dots in a row",
    });
    expect(empty).toMatchObject({
      found: false,
      failed: false,
      billable: false,
      outcome: 'not_found',
      row: { status: 'not_found', explanation: 'This row has no email', verified_email: null },
    });
    expect(foreign?.row.reason).toBe('not-an-address');
    const outcomes = [];
    for await (const outcome of finder
      .make()
      .run([{ position: 7, input: 'no JSON' }], new AbortController().signal))
      outcomes.push(outcome);
    expect(outcomes).toMatchObject([{ position: 7, row: { reason: 'not-an-address', address: 'no JSON' } }]);
  });

  it('has flags for role and disposable addresses', async () => {
    const [role, disposable] = await finder.rows([
      verify('info@normal-mail.com'),
      verify('sam@mailinator.com'),
    ]);
    expect(role).toMatchObject({ role: true, disposable: false, free: false });
    expect(disposable).toMatchObject({ disposable: true, status: 'undeliverable', reason: 'no-domain' });
  });

  it('with non-ASCII letters needs a server that accepts them', async () => {
    const [plain, letters] = await finder.rows([verify('josé@plain.com'), verify('josé@letters.com')]);
    expect(plain).toMatchObject({ status: 'unknown', reason: 'not-international' });
    expect(letters).toMatchObject({ status: 'deliverable', verified_email: 'josé@letters.com' });
  });

  it('may have an address literal', async () => {
    const [row] = await finder.rows([verify(`sam@[${finder.world.hostAddress('normal-mail.com')}]`)]);
    expect(row).toMatchObject({ status: 'unknown', reason: 'refused-by-policy' });
    expect(row?.evidence[0]?.reply).toMatch(/Relay access denied/);
  });

  it('with a literal in a private network is not queried', async () => {
    const before = finder.probed('normal-mail.com').length;
    const tool = finder.make({ allowPrivateNetwork: false });
    const [row] = await finder.rows([verify(`sam@[${finder.world.hostAddress('normal-mail.com')}]`)], tool);
    expect(row).toMatchObject({ status: 'unknown', reason: 'not-public' });
    expect(finder.probed('normal-mail.com')).toHaveLength(before);
  });
});

it('never sends DATA, opens a third connection or gets a ninth refusal in a session', () => {
  expect(trespasses(finder.world)).toEqual([]);
});
