import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type FinderWorld,
  find,
  startFinderWorld,
  trespasses,
} from '../../../e2e/fixtures/mail-world/finder-world.ts';
import { dotted, FIRMS, firstAndInitial, person } from '../../../e2e/fixtures/mail-world/firms.ts';
import type { MailDomain } from '../../../e2e/fixtures/mail-world/mail-domain.ts';

const STUCK: MailDomain = {
  name: 'stuck.com',
  about: 'an error for one address, and a mailbox further down the list',
  mailboxes: [firstAndInitial(person(0))],
  smtp: { replies: { [dotted(person(0))]: '451 4.3.0 Internal error' } },
};
const LATER: MailDomain = {
  ...STUCK,
  name: 'later.com',
  smtp: { replies: { [dotted(person(0))]: '451 4.7.1 Try again later' } },
};

let finder: FinderWorld;

beforeAll(async () => {
  finder = await startFinderWorld([...FIRMS, STUCK, LATER]);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

describe('a postponed lookup', () => {
  it('is queried again from the same sender after one wait, all candidates at once', async () => {
    const waits: number[] = [];
    const tool = finder.make({
      greylistRetryMs: [60_000, 300_000, 900_000],
      pause: async (ms) => {
        waits.push(ms);
      },
    });
    const found = await finder.rows([find(0, 'grey.com'), find(1, 'grey.com')], tool);
    expect(found.map(({ verified_email }) => verified_email)).toEqual([
      `${person(0).first}@grey.com`,
      `${person(1).first}@grey.com`,
    ]);
    expect(waits).toEqual([60_000]);
    const senders = finder.world
      .log('grey.com')
      .sessions.flatMap(({ commands }) => commands.filter((line) => line.startsWith('MAIL')));
    expect(new Set(senders)).toEqual(new Set(['MAIL FROM:<verify@leadwell.test>']));
  });

  it('stays unknown with its best guess after the last retry', async () => {
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    const [row] = await finder.run(
      [find(0, 'grey-for-ever.com')],
      finder.make({ greylistRetryMs: [1, 2, 3], pause }),
    );
    expect(row).toMatchObject({ found: false, failed: true, billable: false });
    expect(row?.row).toMatchObject({
      status: 'unknown',
      reason: 'greylisted',
      verified_email: null,
      best_guess: `${dotted(person(0))}@grey-for-ever.com`,
    });
    expect(waits).toEqual([1, 2, 3]);
    const [hasty] = await finder.rows(
      [find(1, 'grey-for-ever.com')],
      finder.make({ greylistRetryMs: [], pause }),
    );
    expect(hasty).toMatchObject({ status: 'unknown', reason: 'greylisted' });
    expect(waits).toHaveLength(3);
  });

  it('continues where a 421 stopped it', async () => {
    let time = 0;
    const pause = async (ms: number) => {
      time += ms;
    };
    const tool = finder.make({ greylistRetryMs: [60_000, 60_000, 60_000], pause, now: () => time });
    const found = await finder.rows(
      [0, 1, 2, 3, 4].map((index) => find(index, 'tired.com')),
      tool,
    );
    expect(found.map(({ status }) => status)).toEqual(Array(5).fill('deliverable'));
    const addresses = finder.probed('tired.com');
    for (const index of [0, 1]) {
      const address = `${dotted(person(index))}@tired.com`;
      expect(addresses.filter((one) => one === address)).toHaveLength(1);
    }
  });

  it.each([
    ['an error twice', 'stuck.com', [1, 2, 3], [1]],
    ['an error, without a retry', 'stuck.com', [], []],
    ['"later" each time', 'later.com', [1, 2], [1, 2]],
  ])(
    'goes on to an address further down that the server accepts, after %s',
    async (_, name, retries, waited) => {
      const waits: number[] = [];
      const pause = async (ms: number) => void waits.push(ms);
      const tool = finder.make({ greylistRetryMs: retries, pause });
      const [outcome] = await finder.run([find(0, name)], tool);
      expect(outcome).toMatchObject({ found: true, billable: true });
      expect(outcome?.row).toMatchObject({
        status: 'deliverable',
        verified_email: `${firstAndInitial(person(0))}@${name}`,
        catch_all: false,
      });
      expect(waits).toEqual(waited);
    },
  );

  it('is not found further down before a greylisting server had time', async () => {
    const [row] = await finder.rows([find(0, 'later.com')], finder.make({ greylistRetryMs: [] }));
    expect(row).toMatchObject({ status: 'unknown', reason: 'greylisted', verified_email: null });
  });

  it('is untested, and never verified, when the probe gets no clear reply', async () => {
    const [row] = await finder.rows([find(0, 'evasive.com')]);
    expect(row).toMatchObject({
      status: 'risky',
      reason: 'accepts-all-untested',
      verified_email: null,
      catch_all: null,
      best_guess: `${dotted(person(0))}@evasive.com`,
    });
  });
});

it('never sends DATA, opens a third connection or gets a ninth refusal in a session', () => {
  expect(trespasses(finder.world)).toEqual([]);
});
