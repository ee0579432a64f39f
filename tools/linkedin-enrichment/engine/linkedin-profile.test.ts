import { describe, expect, it } from 'vitest';
import { personOfJsonLd } from './person-facts.ts';
import { readProfilePage } from './profile-page.ts';
import { canBeSameName, isCompany, isFullName, plainKey } from './same-person.ts';

const PERSON = {
  '@type': 'Person',
  name: 'Jane Doe',
  jobTitle: ['Head of Sales'],
  sameAs: 'https://de.linkedin.com/in/jane-doe',
  worksFor: [
    { '@type': 'Organization', name: 'Old Inc', member: { endDate: '2019' } },
    {
      '@type': 'Organization',
      name: 'Acme',
      url: 'https://www.linkedin.com/company/acme',
      sameAs: 'https://acme.com',
    },
  ],
  address: { '@type': 'PostalAddress', addressLocality: 'Berlin, Germany', addressCountry: 'DE' },
};

describe('a person in JSON-LD', () => {
  it('is read with its current company', () => {
    expect(personOfJsonLd([{ '@graph': [{ '@type': 'WebPage' }, PERSON] }], null)).toEqual({
      name: 'Jane Doe',
      // The first job is over, so the title may be of it.
      title: null,
      company: 'Acme',
      email: null,
      phone: null,
      location: 'Berlin, Germany',
      website: 'https://acme.com',
      profiles: ['in/jane-doe'],
    });
  });

  it.each([
    ['a page about the person', { '@type': 'ProfilePage', mainEntity: PERSON }],
    ['a list', [PERSON]],
    ['a service that wraps it', { data: PERSON }],
    ['a type with the whole address', { ...PERSON, '@type': ['https://schema.org/Person'] }],
  ])('is found in %s', (_what, document) => {
    expect(personOfJsonLd([document], null)).toMatchObject({ name: 'Jane Doe' });
  });

  it('is the wanted one of several, and none if that is unclear', () => {
    const other = { ...PERSON, name: 'Jane Doe (2)', sameAs: 'https://www.linkedin.com/in/jane-doe-2' };
    expect(personOfJsonLd([[PERSON, other]], 'in/jane-doe-2')).toMatchObject({ name: 'Jane Doe (2)' });
    expect(personOfJsonLd([[PERSON, other]], 'in/jane-doe-3')).toBeNull();
  });

  it('is never an author or colleague further inside', () => {
    const article = { '@type': 'Article', author: PERSON, comment: [PERSON] };
    expect(personOfJsonLd([{ '@graph': [article] }], null)).toBeNull();
  });

  it.each([
    [
      'masked words',
      { ...PERSON, name: '**** ***', worksFor: [{ '@type': 'Organization', name: '*** ****' }] },
      { name: null, company: null },
    ],
    ['parts of a name', { '@type': 'Person', givenName: 'Jane', familyName: 'Doe' }, { name: 'Jane Doe' }],
    [
      'contacts',
      { ...PERSON, email: 'mailto:jane@acme.com', telephone: ['+49 30 1'] },
      { email: 'jane@acme.com', phone: '+49 30 1' },
    ],
    ['a contact point', { ...PERSON, contactPoint: { email: 'j@acme.com' } }, { email: 'j@acme.com' }],
    [
      'wrong types',
      { '@type': 'Person', name: 7, jobTitle: {}, worksFor: 'Acme', address: [], sameAs: [7] },
      { name: null, company: 'Acme', profiles: [] },
    ],
    [
      'a city and country',
      { ...PERSON, address: { addressLocality: 'Lyon', addressCountry: { name: 'France' } } },
      { location: 'Lyon, France' },
    ],
  ])('may have %s', (_what, document, facts) => {
    expect(personOfJsonLd([document], null)).toMatchObject(facts);
  });

  it('is no endless work', () => {
    let deep: unknown = PERSON;
    for (let depth = 0; depth < 1000; depth += 1) deep = { '@graph': [deep] };
    expect(personOfJsonLd([deep, 'x', 7, null], null)).toBeNull();
  });
});

describe('a saved page', () => {
  const page = (head: string) => `<!doctype html><html><head>${head}</head><body>Hi</body></html>`;
  const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

  it('has the profile of its canonical address and the person of its data', () => {
    const read = readProfilePage(
      page(`<link rel="canonical" href="https://www.linkedin.com/in/jane-doe">${ld({ '@graph': [PERSON] })}`),
    );
    expect(read).toMatchObject({ profile: 'in/jane-doe', person: { name: 'Jane Doe', company: 'Acme' } });
  });

  it('without data has the parts of its title', () => {
    const head = (title: string) =>
      page(`<title>${title}</title><meta property="og:url" content="https://www.linkedin.com/in/jane-doe">`);
    expect(readProfilePage(head('(3) Jane Doe – Head of Sales – Acme | LinkedIn')).person).toMatchObject({
      name: 'Jane Doe',
      title: 'Head of Sales',
      company: 'Acme',
    });
    expect(readProfilePage(head('Jane Doe - Acme | LinkedIn')).person).toMatchObject({
      name: 'Jane Doe',
      company: null,
    });
    for (const wall of [
      'Sign Up | LinkedIn',
      'LinkedIn Login, Sign in | LinkedIn',
      'Security Verification | LinkedIn',
      'Acme',
    ])
      expect(readProfilePage(head(wall)).person).toBeNull();
  });

  it('has the address that the browser wrote into it', () => {
    const html = `<!DOCTYPE html>\n<!-- saved from url=(0036)https://www.linkedin.com/in/jane-doe/ -->\n${page('<title>(2) Jane Doe | LinkedIn</title>')}`;
    expect(readProfilePage(html)).toMatchObject({ profile: 'in/jane-doe', person: { name: 'Jane Doe' } });
  });

  it('that names two profiles or two people has neither', () => {
    // Pages that load the next profile without a new document keep parts of the one before.
    const both = page(
      `<link rel="canonical" href="https://www.linkedin.com/in/jane-doe"><meta property="og:url" content="https://www.linkedin.com/in/mary-roe">${ld(PERSON)}`,
    );
    expect(readProfilePage(both)).toEqual({ profile: null, person: null });
    const titles = page(
      '<link rel="canonical" href="https://www.linkedin.com/in/jane-doe"><meta property="og:title" content="Jane Doe | LinkedIn"><title>Mary Roe | LinkedIn</title>',
    );
    expect(readProfilePage(titles)).toEqual({ profile: 'in/jane-doe', person: null });
  });

  it('says whose data it has, also if the data does not', () => {
    const own = page(
      `<link rel="canonical" href="https://www.linkedin.com/in/mary-roe">${ld({ '@type': 'Person', name: 'Mary Roe' })}`,
    );
    expect(readProfilePage(own, 'in/jane-doe').person).toMatchObject({ profiles: ['in/mary-roe'] });
    const other = page(
      `<link rel="canonical" href="https://www.linkedin.com/in/mary-roe">${ld({ ...PERSON, name: 'Jane Doe' })}`,
    );
    expect(readProfilePage(other).person).toMatchObject({ profiles: ['in/jane-doe'] });
  });

  it.each([
    '',
    '<',
    '<script type="application/ld+json">{',
    page(ld('x')),
    page('<title>'),
    '\0'.repeat(1000),
  ])('that is broken has no person', (html) =>
    expect(readProfilePage(html)).toEqual({ profile: null, person: null }),
  );
});

describe('names', () => {
  it.each([
    ['Jane Doe', 'JANE DOE', true],
    ['Dr. Jane M. Doe, MBA', 'Doe, Jane', true],
    ['José García', 'Jose Garcia', true],
    ['Jürgen Müller', 'Juergen Mueller', true],
    ['Ahmet Yılmaz', 'AHMET YILMAZ', true],
    ['Łukasz Wójcik', 'Lukasz Wojcik', true],
    ['Đức Nguyễn', 'Duc Nguyen', true],
    ['Søren Kjær', 'Soeren Kjaer', true],
    ['Håkon Ås', 'Haakon Aas', true],
    ['Þóra Guðmundsdóttir', 'Thora Gudmundsdottir', true],
    ['J. Doe', 'Jane Doe', true],
    ['Jane (Janie) Doe', 'Jane Doe', true],
    ['Jane Doe', 'John Doe', false],
    ['Jane Doe', 'Jane Roe', false],
    ['Jane Doe', 'Jane Anne Roe', false],
    ['王小明', '王小明', true],
    ['王小明', '李小明', false],
    // Marks are letters of their own in these scripts.
    ['राम कुमार', 'रोम कुमार', false],
    ['はまだ けん', 'はまた けん', false],
    ['กาน ดี', 'กิน ดี', false],
    // And optional in these.
    ['أحمد علي', 'احمد علي', true],
    ['مُحَمَّد علي', 'محمد علي', true],
    ['Иван Йорданов', 'ИВАН ЙОРДАНОВ', true],
  ])('%s and %s: %s', (name, otherName, same) => {
    expect(canBeSameName(name, otherName)).toBe(same);
    expect(canBeSameName(otherName, name)).toBe(same);
  });

  it('have keys without accents and punctuation', () => {
    expect(plainKey(' O’Neil-José, ')).toBe('oneiljose');
    expect(plainKey('ＡＣＭＥ ™')).toBe('acmetm');
    expect(plainKey('バナ')).not.toBe(plainKey('ハナ'));
    expect(plainKey('राम')).not.toBe(plainKey('रोम'));
    expect(plainKey('Zoë ❤\ufe0f')).toBe('zoe');
  });

  it('are whole or not, and companies real or not', () => {
    expect(['Jane Doe', '王小明', '김민준', 'Jane', 'J D', 'Jane D.', '王', ''].map(isFullName)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(['Acme', 'Self-employed', 'Freelance', 'Stealth Startup', '', 'n/a', '3M'].map(isCompany)).toEqual(
      [true, false, false, false, false, false, true],
    );
  });
});
