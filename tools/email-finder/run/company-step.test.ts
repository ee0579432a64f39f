import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { EmailInput } from '#contract/emails.ts';
import { type FinderWorld, find, startFinderWorld } from '../../../e2e/fixtures/mail-world/finder-world.ts';
import { dotted, FIRMS, person } from '../../../e2e/fixtures/mail-world/firms.ts';
import type { Tool } from '../../tool.ts';
import { writeEmailInput } from '../definition.ts';
import { itemKey, shardKey } from '../engine/item-keys.ts';

let finder: FinderWorld;

beforeAll(async () => {
  finder = await startFinderWorld(FIRMS);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

/** Company to domain with answers by name. */
function companies(domains: Readonly<Record<string, string | Error>>): Tool & { asked: string[] } {
  const asked: string[] = [];
  return {
    type: 'company-to-domain',
    asked,
    shardKey: (input) => input,
    async *run(items) {
      for (const { position, input } of items) {
        asked.push(input);
        const answer = domains[input] ?? null;
        const failed = answer instanceof Error;
        const row = {
          domain: failed ? null : answer,
          explanation: failed ? answer.message : 'No website fits',
        };
        yield { position, row, found: row.domain !== null, failed, billable: row.domain !== null };
      }
    },
    close: async () => {},
  };
}

const at = (index: number, company: string): EmailInput => ({ ...find(index, ''), company });

it('the domain of a company is found first, once for all colleagues, and only emails are charged', async () => {
  const tool = companies({ 'Dotted GmbH': 'dotted.com', Broken: new Error('Timed out') });
  const outcomes = await finder.run(
    [
      at(0, 'Dotted GmbH'),
      at(1, 'dotted  gmbh'),
      at(2, 'Nowhere'),
      at(3, 'Broken'),
      find(4, 'dotted.com'),
      at(99, 'Dotted GmbH'),
    ],
    finder.make({ companies: tool }),
  );
  expect(tool.asked).toEqual(['Dotted GmbH', 'Nowhere', 'Broken']);
  expect(
    outcomes.map(({ row, failed, billable }) => [
      row.verified_email,
      row.domain,
      row.status,
      failed,
      billable,
    ]),
  ).toEqual([
    [`${dotted(person(0))}@dotted.com`, 'dotted.com', 'deliverable', false, true],
    [`${dotted(person(1))}@dotted.com`, 'dotted.com', 'deliverable', false, true],
    [null, '', 'not_found', false, false],
    [null, '', 'unknown', true, false],
    [`${dotted(person(4))}@dotted.com`, 'dotted.com', 'deliverable', false, true],
    [null, 'dotted.com', 'not_found', false, false],
  ]);
  expect(outcomes[2]?.row.explanation).toBe('No domain found: No website fits');
  expect(outcomes[3]?.row.explanation).toBe('The domain was not found: Timed out');
});

it('people of a company without company to domain stay unknown', async () => {
  expect(await finder.rows([at(0, 'Dotted GmbH')])).toMatchObject([
    { status: 'unknown', reason: 'company-unclear' },
  ]);
});

it('colleagues are one shard, and one person is one item', () => {
  const [first, second, third] = [at(0, 'Acme AG'), at(1, 'ACME  AG'), at(0, 'acme ag')].map(writeEmailInput);
  expect(shardKey(first ?? '')).toBe(shardKey(second ?? ''));
  expect(itemKey(first ?? '')).toBe(itemKey(third ?? ''));
  expect(itemKey(first ?? '')).not.toBe(itemKey(second ?? ''));
});
