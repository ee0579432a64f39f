import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type FinderWorld,
  find,
  startFinderWorld,
  verify,
} from '../../../e2e/fixtures/mail-world/finder-world.ts';
import { dotted, FIRMS, person } from '../../../e2e/fixtures/mail-world/firms.ts';
import { createEmailMemory } from './email-memory.ts';
import type { OptOutList } from './opt-outs.ts';

let finder: FinderWorld;

beforeAll(async () => {
  finder = await startFinderWorld(FIRMS);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

/** A list of these addresses and domains. */
const optOutList = (...listed: string[]): OptOutList => ({
  hasAny: async () => listed.length > 0,
  lists: async ({ emails, domains }) => [...emails, ...domains].some((entry) => listed.includes(entry)),
});
const OPTED_OUT = {
  status: 'unknown',
  reason: 'opted-out',
  verified_email: null,
  best_guess: null,
  pattern: null,
  mail_host: null,
  runners_up: [],
  evidence: [],
};

describe('a person who opted out', () => {
  const listed = `${dotted(person(1))}@dotted.com`;

  it('gets no lookup, no guess, no query and no charge; the others do', async () => {
    const memory = createEmailMemory();
    const tool = finder.make({ optOuts: optOutList(listed), memory });
    const outcomes = await finder.run([find(0, 'dotted.com'), find(1, 'dotted.com')], tool);
    expect(outcomes[0]?.row).toMatchObject({ status: 'deliverable' });
    expect(outcomes[1]).toMatchObject({ found: false, failed: true, billable: false, row: OPTED_OUT });
    expect(outcomes[1]?.row.explanation).toContain('asked not to be listed');
    const { last } = person(1);
    expect(
      finder.probed('dotted.com').filter((address) => address.includes(`${person(1).first}.${last}`)),
    ).toEqual([]);
    expect(await memory.addresses([listed])).toEqual(new Map());
  });

  it('does not come from memory either', async () => {
    const memory = createEmailMemory();
    const [before] = await finder.rows([find(1, 'dotted.com')], finder.make({ memory }));
    expect(before).toMatchObject({ verified_email: listed });
    const [row] = await finder.rows(
      [find(1, 'dotted.com')],
      finder.make({ memory, optOuts: optOutList(listed) }),
    );
    expect(row).toMatchObject(OPTED_OUT);
  });

  it('matches any address that the name could have at the domain', async () => {
    const { first, last } = person(2);
    for (const localPart of [`${first[0]}${last}`, `${last}.${first}`, first]) {
      const tool = finder.make({ optOuts: optOutList(`${localPart}@dotted.com`) });
      expect((await finder.rows([find(2, 'dotted.com')], tool))[0]).toMatchObject(OPTED_OUT);
    }
  });

  it('cannot be verified by address, with or without a tag', async () => {
    const tool = finder.make({ optOuts: optOutList(listed) });
    const before = finder.probed('dotted.com').length;
    const [address, domain] = listed.split('@');
    const rows = await finder.rows([verify(listed.toUpperCase()), verify(`${address}+x@${domain}`)], tool);
    for (const row of rows) expect(row).toMatchObject(OPTED_OUT);
    expect(finder.probed('dotted.com').length).toBe(before);
  });
});

it('a domain that opted out gets no query, not even to DNS', async () => {
  const before = finder.world.dns.queries('initial.com', 'MX');
  const tool = finder.make({ optOuts: optOutList('initial.com') });
  const rows = await finder.rows([find(0, 'initial.com'), verify('info@initial.com')], tool);
  for (const row of rows) expect(row).toMatchObject(OPTED_OUT);
  expect(finder.world.dns.queries('initial.com', 'MX')).toBe(before);
});
