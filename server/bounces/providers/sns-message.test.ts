import { expect, it } from 'vitest';
import { readSes } from './sns-message.ts';

const bounce = (bounceSubType: string, diagnosticCode: string) =>
  readSes({
    MessageId: 'one',
    Message: JSON.stringify({
      eventType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType,
        bouncedRecipients: [{ emailAddress: 'ann@acme.com', status: '5.1.1', diagnosticCode }],
      },
    }),
  }).map(({ kind }) => kind);

it('counts no address as dead that the account left out, maybe after a complaint', () => {
  const listed =
    'Amazon SES did not send the message to this address because it is on the suppression list for your account.';
  expect(bounce('OnAccountSuppressionList', listed)).toEqual(['other']);
  expect(bounce('UnsubscribedRecipient', 'Recipient has unsubscribed')).toEqual(['other']);
});

it('counts those as dead that bounced at Amazon lately', () => {
  const said =
    'Amazon SES has suppressed sending to this address because it has a recent history of bouncing.';
  expect(bounce('Suppressed', said)).toEqual(['hard']);
  expect(bounce('NoEmail', 'smtp; 550 5.1.1 user unknown')).toEqual(['hard']);
});
