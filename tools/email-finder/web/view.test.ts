import { describe, expect, it } from 'vitest';
import { matchesFilter } from '#web/kit/row-view.ts';
import type { EmailRow } from '../definition.ts';
import { chargeText, emailView } from './view.ts';

const ROW: EmailRow = {
  first_name: 'Jane',
  last_name: 'Miller',
  domain: 'acme.com',
  name: 'Jane Miller',
  verified_email: 'jane.miller@acme.com',
  best_guess: null,
  address: null,
  status: 'deliverable',
  reason: 'accepted',
  explanation: 'The mail server takes mail for this address',
  score: 98,
  pattern: 'first.last',
  source: 'mail-server',
  catch_all: false,
  disposable: false,
  role: false,
  free: false,
  mail_host: 'mx.acme.com',
  runners_up: [],
  evidence: [],
};
const view = (changes: Partial<EmailRow> = {}, charge = 1) =>
  emailView({ position: 0, input: '{}', key: 'k', charge, row: { ...ROW, ...changes } });

describe('an email result', () => {
  it('can be filtered by status and by text', () => {
    const all = { show: 'all', text: '' };
    expect(matchesFilter(view(), all)).toBe(true);
    expect(matchesFilter(view(), { show: 'deliverable', text: ' MILLER ' })).toBe(true);
    expect(matchesFilter(view(), { show: 'risky', text: '' })).toBe(false);
    expect(matchesFilter(view(), { ...all, text: 'smith' })).toBe(false);
  });

  it('shows its cost and the reason', () => {
    expect(chargeText(view())).toBe('1 credit for this result');
    expect(chargeText(view({ status: 'unknown' }, 0))).toBe('Free (unknown result)');
    expect(chargeText(view({ status: 'undeliverable', source: null }, 0))).toBe('Free (no lookup needed)');
  });

  it('is never verified if its stored row has another shape', () => {
    const odd = emailView({
      position: 0,
      input: '',
      key: 'k',
      charge: 0,
      row: { verified_email: 'a@b.com' },
    });
    expect(odd.row).toMatchObject({ status: 'unknown', verified_email: null });
  });
});
