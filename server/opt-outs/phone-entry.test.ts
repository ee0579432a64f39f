import { describe, expect, it } from 'vitest';
import { entrySpellings, identities, parseOptOut } from './opt-out-entry.ts';
import { phonesIn } from './phone-entry.ts';

describe('a phone as an entry', () => {
  it.each([
    ['+49 30 123456', '+4930123456'],
    ['+49 (0)30 / 12 34 56', '+4930123456'],
    ['+49 030 123456', '+4930123456'],
    ['0049 30 123456', '+4930123456'],
    ['(+49) 30-123456', '+4930123456'],
    ['tel:+4930123456', '+4930123456'],
    ['"+1 (202) 555-0123",', '+12025550123'],
    ['+1 202 555 0123 ext. 5', '+12025550123'],
    ['+٤٩ ٣٠ ١٢٣٤٥٦', '+4930123456'],
    ['+39 06 1234 5678', '+390612345678'],
  ])('is %j in international form', (text, value) => {
    expect(parseOptOut(text)).toEqual({ ok: true, entry: { kind: 'phone', value } });
  });

  it.each([
    ['030 123456', /needs its country code/],
    ['(202) 555-0123', /needs its country code/],
    ['+49 1', /isn't an email address, phone number/],
    ['+49 30 12345678901234567', /isn't a possible phone number/],
    ['192.168.100.200', /isn't an email address, phone number/],
  ])('rejects %j with what to do', (text, reason) => {
    expect(parseOptOut(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });
});

/** Whether someone who opted out with a phone is named by a text. */
function isNamed(phone: string, text: string, field = 'phone'): boolean {
  const result = parseOptOut(phone);
  if (!result.ok) throw new Error(result.reason);
  const listed = new Set(entrySpellings(result.entry).map(({ value }) => value));
  return phonesIn(field, text).some(({ value }) => listed.has(value));
}

describe('a phone on the list', () => {
  it.each([
    ['+49 30 123456', '+4930123456'],
    ['+49 30 123456', '+49 (0)30 123456'],
    ['+49 30 123456', '(030) 12 34 56'],
    ['+49 30 123456', '030/123456'],
    ['+49 30 123456', '0049 30 123456'],
    ['+49 30 123456', '49 30 123456'],
    ['+49 30 123456', '030 123456 / 030 999999'],
    ['+49 30 123456', '030 999999 030 123456'],
    ['+49 30 123456', '+49 30 999999 +49 30 123456'],
    ['+49 30 123456', 'https://wa.me/4930123456'],
    ['+49 30 123456', 'https://api.whatsapp.com/send?phone=%2B49%2030%20123456'],
    ['+49 30 123456', 'Call Tel.030 123456, or write.'],
    ['+49 30 123456', '０３０ １２３４５６'],
    ['+1 202 555 0123', '(202) 555-0123 x12'],
    ['+1 202 555 0123', '1-202-555-0123'],
    ['+49 30 123456', '011 49 30 123456'],
    ['+7 495 123-45-67', '8 (495) 123-45-67'],
    ['+36 1 234 5678', '06 1 234 5678'],
    ['+39 06 1234 5678', '06 12345678'],
  ])('%s is %j', (phone, text) => {
    expect(isNamed(phone, text)).toBe(true);
  });

  it.each([
    ['+49 30 123456', '+48 30 123456', 'phone'],
    ['+49 30 123456', '+49 30 1234567', 'phone'],
    ['+49 30 123456', '30123456', 'Company ID'],
    ['+1 202 555 0123', '2025550123', 'npi'],
    ['+351 21 234 5678', '212345678', 'ORG_EIN'],
    ['+44 20 1234567', '201234567', 'registered_charity_number'],
    ['+49 30 123456', '30123456', 'usdot_number'],
    ['+49 30 123456', '30123456', 'DOT number'],
    ['+49 30 123456', 'https://shop.example/item/30123456', 'url'],
    ['+49 30 123456', 'a30123456', 'notes'],
    ['+49 30 123456', '+49 30 12', 'phone'],
  ])('%s isn’t %j in %s', (phone, text, field) => {
    expect(isNamed(phone, text, field)).toBe(false);
  });

  it('is among the entries of a person', () => {
    expect(identities({ emails: [], websites: [], phones: ['+49 30 123456'] })).toEqual([
      { kind: 'phone', value: '+4930123456' },
    ]);
  });

  it('is one of few that digits with spaces can be', () => {
    const digits = Array.from({ length: 41 }, (_, index) => String((index % 9) + 1));
    // From 7 to 15 digits from each, as dialed at home and abroad.
    expect(phonesIn('notes', digits.join(' ')).length).toBeLessThanOrEqual(41 * 9 * 2);
    expect(phonesIn('notes', digits.join(' '))).toContainEqual({ kind: 'phone', value: '3456789' });
    expect(isNamed('+49 30 123456', '151 55501779 030 12 34 56 0171 1234567', 'notes')).toBe(true);
  });
});
