import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompanyName, NAME_MAX_CHARS, readCompanyName } from './company-name.ts';

function readName(line: string): CompanyName {
  const reading = readCompanyName(line);
  if (reading.kind !== 'name') throw new Error(`${line} is no name: ${JSON.stringify(reading)}`);
  return reading.name;
}

/** A legal form of each country, as companies there write it. */
const LEGAL_FORMS: readonly [string, string][] = [
  ['US', 'Acme Widgets, Inc.'],
  ['US', 'Acme Widgets LLC'],
  ['GB', 'Acme Widgets Ltd.'],
  ['GB', 'ACME WIDGETS PLC'],
  ['IE', 'Acme Widgets DAC'],
  ['DE', 'Acme Widgets GmbH & Co. KG'],
  ['DE', 'Acme Widgets UG (haftungsbeschränkt)'],
  ['AT', 'Acme Widgets GesmbH'],
  ['CH', 'Acme Widgets Sagl'],
  ['FR', 'Acme Widgets S.A.R.L.'],
  ['FR', 'Acme Widgets SASU'],
  ['BE', 'Acme Widgets BVBA'],
  ['LU', 'Acme Widgets S.à r.l.-S'],
  ['NL', 'Acme Widgets B.V.'],
  ['IT', 'Acme Widgets S.p.A.'],
  ['IT', 'Acme Widgets S.r.l.'],
  ['ES', 'Acme Widgets, S.L.U.'],
  ['PT', 'Acme Widgets, Lda.'],
  ['BR', 'Acme Widgets Ltda.'],
  ['BR', 'Acme Widgets EIRELI'],
  ['MX', 'Acme Widgets S.A. de C.V.'],
  ['MX', 'Acme Widgets, S. de R.L. de C.V.'],
  ['PE', 'Acme Widgets S.A.C.'],
  ['PL', 'Acme Widgets Sp. z o.o.'],
  ['PL', 'Acme Widgets Sp. z o.o. Sp. k.'],
  ['CZ', 'Acme Widgets s.r.o.'],
  ['SK', 'Acme Widgets, k. s.'],
  ['HU', 'Acme Widgets Kft.'],
  ['HU', 'Acme Widgets Zrt.'],
  ['BG', 'Acme Widgets EOOD'],
  ['HR', 'Acme Widgets j.d.o.o.'],
  ['RS', 'Acme Widgets d.o.o.'],
  ['MK', 'Acme Widgets DOOEL'],
  ['AL', 'Acme Widgets Sh.p.k.'],
  ['GR', 'Acme Widgets Μ.Ε.Π.Ε.'],
  ['TR', 'Acme Widgets San. ve Tic. A.Ş.'],
  ['TR', 'Acme Widgets Ltd. Şti.'],
  ['RU', 'ООО «Acme Widgets»'],
  ['UA', 'ТОВ "Acme Widgets"'],
  ['KZ', 'ТОО Acme Widgets'],
  ['EE', 'Acme Widgets OÜ'],
  ['LV', 'SIA Acme Widgets'],
  ['LT', 'UAB „Acme Widgets“'],
  ['FI', 'Acme Widgets Oy'],
  ['SE', 'Acme Widgets AB (publ)'],
  ['NO', 'Acme Widgets ASA'],
  ['DK', 'Acme Widgets ApS'],
  ['IS', 'Acme Widgets ehf.'],
  ['IN', 'Acme Widgets Pvt. Ltd.'],
  ['JP', '株式会社Acme Widgets'],
  ['JP', 'Acme Widgets（株）'],
  ['CN', 'Acme Widgets 有限公司'],
  ['KR', '주식회사 Acme Widgets'],
  ['VN', 'Công ty TNHH Acme Widgets'],
  ['TH', 'บริษัท Acme Widgets จำกัด (มหาชน)'],
  ['ID', 'PT Acme Widgets Tbk'],
  ['MY', 'Acme Widgets Sdn. Bhd.'],
  ['SG', 'Acme Widgets Pte. Ltd.'],
  ['AU', 'Acme Widgets Pty Ltd'],
  ['ZA', 'Acme Widgets (Pty) Ltd'],
  ['AE', 'Acme Widgets FZE'],
  ['QA', 'Acme Widgets W.L.L.'],
  ['EG', 'Acme Widgets S.A.E.'],
  ['IL', 'Acme Widgets בע"מ'],
  ['CA', 'Acme Widgets Ltée'],
];

describe('legal forms', () => {
  it.each(LEGAL_FORMS)('%s: %s', (_country, written) => {
    const name = readName(written);
    expect([name.key, ...name.others]).toContain('acmewidgets');
    expect(name.short.toLowerCase().replace(/[«»„“"]/g, '')).toBe('acme widgets');
    expect(name.forms.length).toBeGreaterThan(0);
  });

  it('cover at least 40 countries', () => {
    expect(new Set(LEGAL_FORMS.map(([country]) => country)).size).toBeGreaterThanOrEqual(40);
  });

  it('point to the countries that use them', () => {
    expect(readName('Acme GmbH').countries[0]).toBe('DE');
    expect(readName('Acme Sp. z o.o.').countries).toEqual(['PL']);
    expect(readName('Acme Pty Ltd').countries).toContain('AU');
    // Many countries have an S.A.; the words tell which one.
    expect(readName('Transportes Acme S.A.').countries[0]).toBe('ES');
    expect(readName('Boulangerie Acme S.A.').countries[0]).toBe('FR');
  });

  it('are kept when nothing else is left', () => {
    expect(readName('AG').key).toBe('ag');
    expect(readName('The Limited').key).not.toBe('');
    expect(readName('AS Roma').key).toBe('asroma');
  });
});

describe('names', () => {
  it.each([
    ['Coca-Cola', 'The Coca Cola Company'],
    ['Müller & Söhne GmbH', 'MULLER UND SOHNE'],
    ['McDonald’s', "McDonald's Corp."],
    ['AT&T Inc.', 'AT & T'],
    ['Marks & Spencer plc', 'Marks and Spencer'],
    ['🚀 Rocket Widgets ✨', 'rocket widgets'],
    ['Nord\u00adlicht\u200b AG', '\ufeffNordlicht AG'],
    ['A.B.C. Widgets', 'ABC Widgets'],
    ['Łódź Widgets', 'lodz widgets'],
    ['ＡＣＭＥ　Ｗｉｄｇｅｔｓ', 'Acme Widgets'],
  ])('%s and %s share a key', (name, otherName) => {
    expect(readName(name).key).toBe(readName(otherName).key);
  });

  it.each([
    '日立製作所',
    '삼성전자',
    'Ромашка',
    'Ελληνική Εταιρεία',
    'شركة النور',
    'बजाज ऑटो',
    'ปตท',
    'ყაზბეგი',
    'יוניליוור',
    'ምንጭ',
  ])('keeps the script of %s', (written) => {
    const { key } = readName(written);
    expect(key.length).toBeGreaterThan(1);
    expect(key).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
  });

  it('finds short, trading and former names', () => {
    expect(readName('International Business Machines (IBM)').others).toContain('ibm');
    expect(readName('Acme Ltd t/a Roadrunner').others).toContain('roadrunner');
    expect(readName('Nordwind AG (formerly Südwind AG)').others).toContain('sudwind');
    expect(readName('Acme (UK) Ltd').key).toBe('acme');
  });

  it('recognizes addresses and unusable lines', () => {
    expect(readCompanyName('https://www.acme.co.uk/about?x=1')).toEqual({
      kind: 'address',
      domain: 'acme.co.uk',
      from: 'url',
    });
    expect(readCompanyName('www.acme.com')).toMatchObject({ kind: 'address', domain: 'acme.com' });
    expect(readCompanyName('Info@Acme.com')).toEqual({ kind: 'address', domain: 'acme.com', from: 'email' });
    expect(readCompanyName('Jane Roe <jane@acme.com>')).toMatchObject({ domain: 'acme.com', from: 'email' });
    expect(readCompanyName('https://acme.com/a b')).toMatchObject({ domain: 'acme.com', from: 'url' });
    // A name that is a domain stays a name, because the domain may not exist.
    expect(readName('Booking.com')).toMatchObject({ domain: 'booking.com', isDomain: true });
    expect(readName('acme.co').isDomain).toBe(true);
    for (const name of ['Amazon.com, Inc.', 'Acme.Inc', 'Acme.Co', 'Node.js', 'A.P. Moller'])
      expect(readName(name).isDomain).toBe(false);
    expect(readName('Amazon.com, Inc.').domain).toBe('amazon.com');
    expect(readName('A.P. Moller').domain).toBeNull();
    for (const line of ['http://localhost/', 'https://169.254.169.254/x', 'www.', 'http://', 'x@127.0.0.1'])
      expect(readCompanyName(line)).toEqual({
        kind: 'unreadable',
        reason: 'This address has no public domain',
      });
    for (const line of [
      'https://www.linkedin.com/company/acme',
      'facebook.com/acme',
      'https://acme.wixsite.com',
      'acme.wixsite.com',
    ])
      expect(readCompanyName(line)).toMatchObject({
        kind: 'unreadable',
        reason: expect.stringMatching(/^This is a page at (linkedin|facebook|wixsite)\.com, not/),
      });
    expect(readCompanyName('https://www.linkedin.com/')).toMatchObject({ domain: 'linkedin.com' });
    for (const line of ['🚀', '---', '()', '&', '\u0000\u200b'])
      expect(readCompanyName(line)).toMatchObject({ kind: 'unreadable' });
    expect(readCompanyName('x'.repeat(NAME_MAX_CHARS + 1))).toMatchObject({ kind: 'unreadable' });
  });

  it('never throws and never takes long, whatever the line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (line) => {
        const reading = readCompanyName(line);
        if (reading.kind === 'name') expect(reading.name.key).not.toBe('');
      }),
      { numRuns: 150 },
    );
    for (const hostile of [
      'a.'.repeat(500_000),
      '('.repeat(1_000_000),
      'ex-'.repeat(300_000),
      ' '.repeat(1_000_000),
    ])
      expect(readCompanyName(hostile)).toMatchObject({ kind: 'unreadable' });
  });
});
