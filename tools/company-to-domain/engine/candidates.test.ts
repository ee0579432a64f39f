import { expect, it } from 'vitest';
import { readCompanyName } from '#engines/company-domain/company-name.ts';
import { candidateDomains, MAX_CANDIDATES, type NameContext } from './candidates.ts';

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
  expect(domains('Nordlicht Logistik GmbH').slice(0, 3)).toEqual([
    'nordlichtlogistik.de',
    'nordlichtlogistik.com',
    'nordlicht-logistik.de',
  ]);
  expect(domains('Brightwave Inc.')[0]).toBe('brightwave.com');
});

it('looks for start-ups under the endings and words they use', () => {
  expect(domains('Brightwave')).toEqual([
    'brightwave.com',
    'brightwave.io',
    'brightwave.ai',
    'getbrightwave.com',
    'brightwavehq.com',
    'brightwave.co',
    'brightwave.app',
    'brightwave.org',
  ]);
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

it('starts with the website of the list and a domain within the name, and has at most eight', () => {
  expect(domains('Acme Widgets International Holdings GmbH', { website: 'acme.example.com' })[0]).toBe(
    'acme.example.com',
  );
  expect(domains('Booking.com')[0]).toBe('booking.com');
  for (const name of ['A B C D E F G H GmbH', 'Société Générale des Eaux SA', 'x', '3M'])
    expect(domains(name).length).toBeLessThanOrEqual(MAX_CANDIDATES);
});
