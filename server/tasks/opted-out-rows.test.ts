import { describe, expect, it } from 'vitest';
import { type CompanyRow, companyToDomain, emptyCompanyRow } from '#tools/company-to-domain/definition.ts';
import { type IsListed, OPTED_OUT } from '../opt-outs/contact-check.ts';
import { checkResult, optedOutRow } from './opted-out-rows.ts';

const { type } = companyToDomain.task;
const INPUT = { company_name: 'Kestrel GmbH', country: null, website: null };
const isListed: IsListed = (field, text) =>
  ['domain', 'page', 'website'].includes(field) && /(?:^|[/.])kestrel\.com/.test(text);
const shown = (from: string) => ({
  source: 'title',
  text: `Kestrel at ${from}`,
  supports: true,
  page: `https://${from}/`,
});

describe('a result of Company To Domain', () => {
  const row: CompanyRow = {
    ...emptyCompanyRow(INPUT, '', 'The website names the company (title)'),
    error: null,
    domain: 'kestrel.de',
    confidence: 93,
    source: 'website',
    evidence: [shown('kestrel.de')],
    runners_up: [
      { domain: 'kestrel.com', confidence: 20, reason: 'The website does not name the company' },
      { domain: 'mykestrel.com', confidence: 10, reason: 'The website does not name the company' },
      { domain: 'kestrel.net', confidence: 0, reason: 'The domain leads to kestrel.com' },
    ],
  };

  it('keeps its domain if another domain that was looked at opted out', () => {
    expect(checkResult(type, 'Kestrel GmbH', row, isListed)).toEqual({
      row: { ...row, runners_up: [row.runners_up[1]] },
      found: true,
      optedOut: 'contacts',
    });
  });

  it('names no domain that opted out where none was found', () => {
    const explanation = "kestrel.com is the closest website, but it doesn't name the company clearly";
    const missed = {
      ...emptyCompanyRow(INPUT, 'No domain found', explanation),
      evidence: [shown('www.kestrel.com'), shown('kestrel.org')],
      runners_up: [{ domain: 'kestrel.com', confidence: 40, reason: 'Its title says Kestrel' }],
    };
    expect(checkResult(type, 'Kestrel GmbH', missed, isListed)).toEqual({
      row: { ...missed, explanation: OPTED_OUT, evidence: [shown('kestrel.org')], runners_up: [] },
      found: false,
      optedOut: 'contacts',
    });
  });

  it('goes as a whole if its own domain opted out, and is no failure', () => {
    expect(checkResult(type, 'Kestrel GmbH', { ...row, domain: 'kestrel.com' }, isListed)).toEqual({
      row: emptyCompanyRow(INPUT, 'No domain found', OPTED_OUT),
      found: false,
      optedOut: 'row',
    });
    for (const field of ['country', 'city', 'explanation'])
      expect(
        checkResult(type, 'Kestrel GmbH', { ...row, [field]: 'ann@acme.com' }, (_, text) =>
          text.includes('ann@acme.com'),
        ),
      ).toMatchObject({ optedOut: 'row' });
    expect(optedOutRow(type, 'Kestrel GmbH').row).toMatchObject({ error: 'No domain found' });
  });
});
