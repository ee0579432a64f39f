import { describe, expect, it } from 'vitest';
import { EMAIL_REASONS } from '#contract/emails.ts';
import { addressFlags, isBigProvider } from './address-flags.ts';
import { REPLY_MEANINGS } from './classify-reply.ts';
import { CATCH_ALL_ANSWERS, EMAIL_REASON_WORDS, type Evidence, judge } from './smtp-verdict.ts';

const PLAIN = { disposable: false, role: false, free: false };
const THROW_AWAY = { ...PLAIN, disposable: true };
const reply = (
  meaning: (typeof REPLY_MEANINGS)[number],
  catchAll: (typeof CATCH_ALL_ANSWERS)[number] = 'not-run',
): Evidence => ({ kind: 'reply', meaning, catchAll });

describe('a verdict', () => {
  it.each([
    [reply('accepted', 'refused'), 'deliverable', 'accepted'],
    [reply('accepted', 'accepted'), 'risky', 'accepts-all'],
    [reply('accepted', 'inconclusive'), 'risky', 'accepts-all-untested'],
    [reply('accepted', 'not-run'), 'risky', 'accepts-all-untested'],
    [reply('mailbox-full'), 'risky', 'mailbox-full'],
    [reply('mailbox-missing'), 'undeliverable', 'mailbox-missing'],
    [reply('mailbox-disabled'), 'undeliverable', 'mailbox-disabled'],
    [reply('greylist'), 'unknown', 'greylisted'],
    [reply('temporary'), 'unknown', 'greylisted'],
    [reply('rate-limit'), 'unknown', 'rate-limited'],
    [reply('too-many-recipients'), 'unknown', 'rate-limited'],
    [reply('block-list'), 'unknown', 'blocked'],
    [reply('policy'), 'unknown', 'refused-by-policy'],
    [reply('tls-required'), 'unknown', 'tls-failed'],
    [reply('unknown'), 'unknown', 'unclear-reply'],
    [{ kind: 'none-exists' }, 'undeliverable', 'no-address-exists'],
    [{ kind: 'unasked', why: 'refuses-mail' }, 'undeliverable', 'refuses-mail'],
    [{ kind: 'unasked', why: 'no-domain' }, 'undeliverable', 'no-domain'],
    [{ kind: 'unasked', why: 'no-mail-server' }, 'undeliverable', 'no-mail-server'],
    [{ kind: 'unasked', why: 'not-an-address' }, 'undeliverable', 'not-an-address'],
    [{ kind: 'unasked', why: 'domain-unclear' }, 'unknown', 'domain-unclear'],
    [{ kind: 'unasked', why: 'unreachable' }, 'unknown', 'unreachable'],
    [{ kind: 'unasked', why: 'not-public' }, 'unknown', 'not-public'],
    [{ kind: 'unasked', why: 'port-25-blocked' }, 'unknown', 'port-25-blocked'],
  ] satisfies [Evidence, string, string][])('of %j is %s: %s', (evidence, status, reason) => {
    expect(judge(evidence, PLAIN, 1)).toMatchObject({ status, reason });
  });

  it('is deliverable for one kind of evidence only', () => {
    const deliverable = REPLY_MEANINGS.flatMap((meaning) =>
      CATCH_ALL_ANSWERS.flatMap((catchAll) =>
        [PLAIN, THROW_AWAY].map((flags) => ({
          what: [meaning, catchAll, flags.disposable],
          status: judge(reply(meaning, catchAll), flags, 1).status,
        })),
      ),
    ).filter(({ status }) => status === 'deliverable');
    expect(deliverable.map(({ what }) => what)).toEqual([['accepted', 'refused', false]]);
  });

  it('scores what is known above what is guessed, and likelier guesses above others', () => {
    const score = (evidence: Evidence, flags = PLAIN, share = 1) => judge(evidence, flags, share).score;
    const falling = [
      score(reply('accepted', 'refused')),
      score(reply('accepted', 'refused'), { ...PLAIN, role: true }),
      score(reply('accepted', 'inconclusive')),
      score(reply('accepted', 'accepted')),
      score(reply('accepted', 'accepted'), PLAIN, 0.3),
      score(reply('greylist'), PLAIN, 0.3),
      score(reply('greylist'), PLAIN, 0.1),
      score(reply('mailbox-missing')),
    ];
    expect(falling).toEqual([...new Set(falling)].sort((one, other) => other - one));
    expect(falling[0]).toBeLessThanOrEqual(100);
    expect(falling.at(-1)).toBe(0);
  });

  it('has words for every reason', () => {
    expect(Object.keys(EMAIL_REASON_WORDS).sort()).toEqual([...EMAIL_REASONS].sort());
  });
});

describe('flags', () => {
  it.each([
    ['info', 'acme.com', { ...PLAIN, role: true }],
    ['Sales+de', 'acme.com', { ...PLAIN, role: true }],
    ['sam', 'acme.com', PLAIN],
    ['sam', 'gmail.com', { ...PLAIN, free: true }],
    ['sam', 'web.de', { ...PLAIN, free: true }],
    ['sam', 'mailinator.com', THROW_AWAY],
    ['sam', 'anything.33m.co', THROW_AWAY],
    ['sam', 'facebook.com', PLAIN],
    [null, 'acme.com', PLAIN],
  ])('of %s at %s', (localPart, domain, flags) => {
    expect(addressFlags(localPart, domain)).toEqual(flags);
  });
});

it('large providers are no employers', () => {
  for (const domain of ['gmail.com', 'web.de', 'qq.com', 'comcast.net'])
    expect(isBigProvider(domain)).toBe(true);
  for (const domain of ['acme.com', 'facebook.com', 'bt.com', 'nus.edu.sg'])
    expect(isBigProvider(domain)).toBe(false);
});
