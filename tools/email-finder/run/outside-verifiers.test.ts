import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmailInput } from '#contract/emails.ts';
import { type FinderWorld, startFinderWorld } from '../../../e2e/fixtures/mail-world/finder-world.ts';
import type { EmailRow } from '../definition.ts';
import type { EmailFinderOptions } from './email-finder.ts';
import { createEmailMemory } from './email-memory.ts';

const ANN: EmailInput = { first_name: 'Ann', last_name: 'Lee', domain: 'blocking.com' };

let finder: FinderWorld;
/** What the fake Hunter says about addresses; `unknown` for all others. */
const says: Record<string, string> = {
  'alee@blocking.com': 'valid',
  'ann.lee@blocking.com': 'invalid',
  'info@blocking.com': 'accept_all',
  'cy.ray@blocking.com': 'invalid',
  'cray@blocking.com': 'invalid',
  'dee@blocking.com': 'invalid',
};
const checked: string[] = [];
const hunter = createServer((request, response) => {
  const address = new URL(request.url ?? '', 'http://hunter').searchParams.get('email') ?? '';
  checked.push(address);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ data: { status: says[address] ?? 'unknown' } }));
});

beforeAll(async () => {
  finder = await startFinderWorld([
    {
      name: 'blocking.com',
      about: 'blocks us',
      mailboxes: [],
      smtp: { banner: '554 5.7.1 blocked using a block list' },
    },
    { name: 'talking.com', about: 'ordinary', mailboxes: ['ann.lee'] },
  ]);
  hunter.listen(0, '127.0.0.1');
  await once(hunter, 'listening');
});
afterAll(async () => {
  hunter.closeAllConnections();
  hunter.close();
  await finder.close();
});

async function rows(inputs: EmailInput[], more: Partial<EmailFinderOptions> = {}): Promise<EmailRow[]> {
  const { port } = hunter.address() as AddressInfo;
  checked.length = 0;
  return finder.rows(
    inputs,
    finder.make({ hunter: { apiKey: 'secret', baseUrl: `http://127.0.0.1:${port}` }, ...more }),
  );
}

describe('an outside verifier', () => {
  it('checks what the mail server leaves unknown, likeliest addresses first', async () => {
    const [ann] = await rows([ANN]);
    expect(ann).toMatchObject({
      verified_email: 'alee@blocking.com',
      status: 'deliverable',
      source: 'hunter',
      pattern: 'flast',
      mail_host: null,
    });
    expect(checked).toEqual(['ann.lee@blocking.com', 'alee@blocking.com']);
  });

  it('decides the status of a given address', async () => {
    const found = await rows([
      { address: 'info@blocking.com' },
      { address: 'ann.lee@blocking.com' },
      { address: 'who@blocking.com' },
    ]);
    expect(found.map(({ status, reason, source }) => [status, reason, source])).toEqual([
      ['risky', 'accepts-all', 'hunter'],
      ['undeliverable', 'mailbox-missing', 'hunter'],
      ['unknown', 'blocked', 'mail-server'],
    ]);
  });

  it('helps when port 25 is blocked', async () => {
    const [ann] = await rows([ANN], { port25Blocked: () => true });
    expect(ann).toMatchObject({ verified_email: 'alee@blocking.com', source: 'hunter' });
  });

  it('checks at most three addresses of a person, and none when the mail server answered', async () => {
    const [bob, ann] = await rows([
      { first_name: 'Bob', last_name: 'Roe', domain: 'blocking.com' },
      { first_name: 'Ann', last_name: 'Lee', domain: 'talking.com' },
    ]);
    expect(bob).toMatchObject({ status: 'unknown', best_guess: 'bob.roe@blocking.com' });
    expect(ann).toMatchObject({ verified_email: 'ann.lee@talking.com', source: 'mail-server' });
    expect(checked).toHaveLength(3);
  });

  it('leaves a guess that it did not call invalid, and is not asked again about those', async () => {
    const memory = createEmailMemory();
    const cy = { first_name: 'Cy', last_name: 'Ray', domain: 'blocking.com' };
    const more = { port25Blocked: () => true, memory };
    const [first] = await rows([cy], more);
    const invalid = checked.filter((address) => says[address] === 'invalid');
    expect(invalid).toEqual(['cy.ray@blocking.com', 'cray@blocking.com']);
    expect(first).toMatchObject({ status: 'unknown', verified_email: null, source: null });
    for (const address of invalid) expect([first?.best_guess, ...first!.runners_up]).not.toContain(address);
    const guess = checked[2];
    expect(first?.best_guess).toBe(guess);
    const [again] = await rows([cy], more);
    expect(again?.best_guess).toBe(guess);
    expect(checked).toHaveLength(3);
    expect(checked).not.toContain('cy.ray@blocking.com');
  });

  it('finds nobody if it calls every address invalid', async () => {
    const [dee] = await rows([{ first_name: 'Dee', last_name: '', domain: 'blocking.com' }]);
    expect(dee).toMatchObject({
      status: 'not_found',
      reason: 'no-address-exists',
      explanation: 'Not found (1 address tried)',
      best_guess: null,
    });
  });

  it('does not guess addresses at personal providers', async () => {
    const [ann] = await rows([{ ...ANN, domain: 'gmail.com' }]);
    expect(ann).toMatchObject({ status: 'unknown', reason: 'personal-provider' });
    expect(checked).toEqual([]);
  });
});
