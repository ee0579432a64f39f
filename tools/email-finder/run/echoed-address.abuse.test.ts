import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { REAL } from '../../../e2e/fixtures/mail-world/behaviors.ts';
import { type FinderWorld, startFinderWorld, verify } from '../../../e2e/fixtures/mail-world/finder-world.ts';
import type { MailDomain } from '../../../e2e/fixtures/mail-world/mail-domain.ts';

const unknown = (address: string) =>
  `550 5.1.1 <${address}>: Recipient address rejected: User unknown in virtual mailbox table`;

const DOMAINS: MailDomain[] = [
  {
    name: 'shared-host.com',
    about: 'repeats the address that it refuses, and serves others',
    mailboxes: [REAL],
    smtp: {
      replies: {
        spamhaus: unknown('spamhaus@shared-host.com'),
        throttle: '550 No such mailbox: throttle',
        'ann.lee': unknown('ann.lee@starttls-throttle.com'),
      },
    },
  },
  { name: 'starttls-throttle.com', about: 'an odd name', mailboxes: [REAL], hostedBy: 'shared-host.com' },
  { name: 'customer.com', about: 'uses the same host', mailboxes: [REAL], hostedBy: 'shared-host.com' },
];

let finder: FinderWorld;
beforeAll(async () => {
  finder = await startFinderWorld(DOMAINS);
});
afterEach(() => finder.closeTools());
afterAll(() => finder.close());

it.each(['spamhaus@shared-host.com', 'throttle@shared-host.com', 'ann.lee@starttls-throttle.com'])(
  'keeps the server open for others after it repeats %s',
  async (address) => {
    const tool = finder.make();
    const [attack] = await finder.rows([verify(address)], tool);
    expect(attack).toMatchObject({ status: 'undeliverable', reason: 'mailbox-missing' });
    const [user] = await finder.rows([verify(`${REAL}@customer.com`)], tool);
    expect(user).toMatchObject({ status: 'deliverable' });
  },
);
