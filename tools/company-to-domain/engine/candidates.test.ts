import { expect, it } from 'vitest';
import { readCompanyName } from '#engines/company-domain/company-name.ts';
import { candidateDomains, MAX_CANDIDATES, type NameContext } from './candidates.ts';
import { createOrderLearner } from './learn-order.ts';

/** As many homepages are read. */
const MAX_PAGES = 8;

function domains(line: string, context: Partial<NameContext> = {}): string[] {
  const reading = readCompanyName(line);
  if (reading.kind !== 'name') throw new Error(line);
  return candidateDomains(reading.name, { country: null, website: null, ...context }).map(
    ({ domain }) => domain,
  );
}

it('puts the endings of a known country first', () => {
  expect(domains('Brightwave', { country: 'FR' }).slice(0, 2)).toEqual(['brightwave.fr', 'brightwave.com']);
  expect(domains('Brightwave', { country: 'GB' }).slice(0, 2)).toEqual([
    'brightwave.co.uk',
    'brightwave.com',
  ]);
  // The legal form tells the country, too.
  const german = domains('Nordlicht Logistik GmbH');
  expect(german.slice(0, 2)).toEqual(['nordlichtlogistik.de', 'nordlichtlogistik.com']);
  expect(german.slice(0, MAX_PAGES)).toContain('nordlicht-logistik.de');
  // So does a country in parentheses, which is no other name of the company.
  const noted = domains('Brightwave (Spain)');
  expect(noted[0]).toBe('brightwave.es');
  expect(noted.filter((domain) => domain.startsWith('spain'))).toEqual([]);
  expect(domains('Brightwave Inc.')[0]).toBe('brightwave.com');
});

it('looks for start-ups under the endings and words they use', () => {
  const startUp = domains('Brightwave');
  expect(startUp.slice(0, 2)).toEqual(['brightwave.com', 'brightwave.io']);
  expect(startUp).toEqual(
    expect.arrayContaining([
      'brightwave.ai',
      'brightwave.co',
      ...['get', 'try', 'use', 'hello', 'with', 'ask'].map((before) => `${before}brightwave.com`),
      'brightwavehq.com',
    ]),
  );
  expect(domains('Brightwave Inc.')).not.toContain('hellobrightwave.com');
});

it('uses the endings and short words of a trade', () => {
  expect(domains('Nordwind Energy')).toContain('nordwind.energy');
  expect(domains('Harker Attorneys LLC')).toEqual(expect.arrayContaining(['harker.law', 'harker.legal']));
  expect(domains('Lumaro Therapeutics Inc.')).toContain('lumarotx.com');
});

it('spells umlauts both ways, and knows acronyms, first words and other scripts', () => {
  const german = domains('Müller Holzbau GmbH');
  expect(german).toContain('muellerholzbau.de');
  expect(german).toContain('mullerholzbau.de');
  expect(domains('Hewlett Packard Enterprise Inc.')).toContain('hpe.com');
  expect(domains('International Business Machines (IBM)')).toContain('ibm.com');
  expect(domains('ООО Ромашка')).toEqual(expect.arrayContaining(['romashka.ru', 'xn--80aa3agjl3d.ru']));
  expect(domains('Oak & Sons Ltd')).toContain('oaksons.co.uk');
});

it('starts with the website of the list and a domain within the name, and has at most 40', () => {
  expect(domains('Acme Widgets International Holdings GmbH', { website: 'acme.example.com' })[0]).toBe(
    'acme.example.com',
  );
  expect(domains('Booking.com')[0]).toBe('booking.com');
  for (const name of ['A B C D E F G H GmbH', 'Société Générale des Eaux SA', 'x', '3M'])
    expect(domains(name).length).toBeLessThanOrEqual(MAX_CANDIDATES);
});

it('starts with the habits of the operator’s own companies', () => {
  const learner = createOrderLearner();
  for (const word of madeUpWords(60))
    learner.add({ name: `${word} Sp. z o.o.`, domain: `${word}-online.com.pl`, country: 'PL' });
  const order = learner.learned();
  const name = readName('Brightwave Sp. z o.o.');
  const context = { country: 'PL', website: null };
  expect(candidateDomains(name, context, order)[0]).toEqual({
    domain: 'brightwave-online.com.pl',
    family: 'affix',
  });
  expect(candidateDomains(name, context)[0]?.domain).toBe('brightwave.pl');
  // Companies elsewhere keep their own ending.
  expect(
    candidateDomains(readName('Brightwave SARL'), { country: 'FR', website: null }, order)[0]?.domain,
  ).not.toContain('.pl');
});

it('learns only numbers, and nothing that fewer than five companies do', () => {
  const learner = createOrderLearner();
  for (const [index, word] of madeUpWords(40).entries())
    learner.add({ name: word, domain: index < 4 ? `secret${word}.wiki` : `${word}.com`, country: 'US' });
  const learned = JSON.stringify(learner.learned());
  expect(learned).toContain('"com":{"had":36,"of":40}');
  expect(learned).not.toMatch(/secret|wiki|kesto/);
  const few = createOrderLearner();
  for (const word of madeUpWords(20)) few.add({ name: word, domain: `${word}.wiki`, country: 'US' });
  expect(few.learned()).toBeNull();
});

function readName(line: string) {
  const reading = readCompanyName(line);
  if (reading.kind !== 'name') throw new Error(line);
  return reading.name;
}

function madeUpWords(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `kesto${String.fromCharCode(97 + (index % 26))}${index > 25 ? 'ra' : 'lu'}`,
  );
}
