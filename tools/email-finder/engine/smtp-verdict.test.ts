import { describe, expect, it } from 'vitest';
import { EMAIL_REASONS } from '#contract/emails.ts';
import { REPLY_MEANINGS } from '#engines/mail-replies/classify-reply.ts';
import { CATCH_ALL_ANSWERS, EMAIL_REASON_LABELS, type Evidence, judge } from './smtp-verdict.ts';

const PLAIN = { disposable: false, role: false, free: false };
const DISPOSABLE = { ...PLAIN, disposable: true };
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
    [{ kind: 'none-exists' }, 'not_found', 'no-address-exists'],
    [{ kind: 'not-queried', why: 'no-company-domain' }, 'not_found', 'no-company-domain'],
    [{ kind: 'not-queried', why: 'refuses-mail' }, 'undeliverable', 'refuses-mail'],
    [{ kind: 'not-queried', why: 'no-domain' }, 'undeliverable', 'no-domain'],
    [{ kind: 'not-queried', why: 'no-mail-server' }, 'undeliverable', 'no-mail-server'],
    [{ kind: 'not-queried', why: 'not-an-address' }, 'undeliverable', 'not-an-address'],
    [{ kind: 'not-queried', why: 'domain-unclear' }, 'unknown', 'domain-unclear'],
    [{ kind: 'not-queried', why: 'unreachable' }, 'unknown', 'unreachable'],
    [{ kind: 'not-queried', why: 'not-public' }, 'unknown', 'not-public'],
    [{ kind: 'not-queried', why: 'port-25-blocked' }, 'unknown', 'port-25-blocked'],
  ] satisfies [Evidence, string, string][])('of %j is %s: %s', (evidence, status, reason) => {
    expect(judge(evidence, PLAIN, 1)).toMatchObject({ status, reason });
  });

  it('is deliverable for only one kind of evidence', () => {
    const deliverable = REPLY_MEANINGS.flatMap((meaning) =>
      CATCH_ALL_ANSWERS.flatMap((catchAll) =>
        [PLAIN, DISPOSABLE].map((flags) => ({
          evidence: [meaning, catchAll, flags.disposable],
          status: judge(reply(meaning, catchAll), flags, 1).status,
        })),
      ),
    ).filter(({ status }) => status === 'deliverable');
    expect(deliverable.map(({ evidence }) => evidence)).toEqual([['accepted', 'refused', false]]);
  });

  it('scores confirmed addresses above guesses, and likely guesses above others', () => {
    const score = (evidence: Evidence, flags = PLAIN, share = 1) => judge(evidence, flags, share).score;
    const scores = [
      score(reply('accepted', 'refused')),
      score(reply('accepted', 'refused'), { ...PLAIN, role: true }),
      score(reply('accepted', 'inconclusive')),
      score(reply('accepted', 'accepted')),
      score(reply('accepted', 'accepted'), PLAIN, 0.3),
      score(reply('greylist'), PLAIN, 0.3),
      score(reply('greylist'), PLAIN, 0.1),
      score(reply('mailbox-missing')),
    ];
    expect(scores).toEqual([...new Set(scores)].sort((a, b) => b - a));
    expect(scores[0]).toBeLessThanOrEqual(100);
    expect(scores.at(-1)).toBe(0);
  });

  it('has a label for every reason', () => {
    expect(Object.keys(EMAIL_REASON_LABELS).sort()).toEqual([...EMAIL_REASONS].sort());
  });
});
