import { describe, expect, it } from 'vitest';
import { entrySpellings, identities, type OptOut, parseOptOut } from './opt-out-entry.ts';

const email = (value: string): OptOut => ({ kind: 'email', value });
const domain = (value: string): OptOut => ({ kind: 'domain', value });
const profile = (value: string): OptOut => ({ kind: 'profile', value });

describe('parseOptOut', () => {
  it.each<[string, OptOut]>([
    ['Jane@Acme.com ', email('jane@acme.com')],
    ['mailto:m@opt9.com', email('m@opt9.com')],
    ['MAILTO:m%40opt9.com?subject=No%20more', email('m@opt9.com')],
    ['<n@opt9.com>', email('n@opt9.com')],
    ['Jane Doe <n@opt9.com>,', email('n@opt9.com')],
    ['"Doe, Jane" <mailto:n@opt9.com>', email('n@opt9.com')],
    ['o@opt9.com,', email('o@opt9.com')],
    ['p@opt9.com;', email('p@opt9.com')],
    ['"q@opt9.com"', email('q@opt9.com')],
    ["'q@opt9.com',", email('q@opt9.com')],
    ['“q@opt9.com”', email('q@opt9.com')],
    ['\ufeff\u00a0q@opt9.com\u200b.', email('q@opt9.com')],
    ['"sam lee"@acme.com', email('"sam lee"@acme.com')],
    ['sam/lee@acme.com', email('sam/lee@acme.com')],
    ['sam@münchen.de', email('sam@xn--mnchen-3ya.de')],
    ['Jane+news@WWW.acme.com.', email('jane@acme.com')],
    ['J.ane@googlemail.com', email('jane@gmail.com')],
    ['https://www.acme.com/x', domain('acme.com')],
    ['//ACME.com:8080/about?x#y', domain('acme.com')],
    ['https://me:pw@acme.com/', domain('acme.com')],
    ['acme.com.', domain('acme.com')],
    ['@acme.com', domain('acme.com')],
    ['*@acme.com', domain('acme.com')],
    ['*.acme.com', domain('acme.com')],
    ['acme.com/@jane', domain('acme.com')],
    ['München.de', domain('xn--mnchen-3ya.de')],
    ['https://xn--MNCHEN-3ya.de/', domain('xn--mnchen-3ya.de')],
    ['mu\u0308nchen.de', domain('xn--mnchen-3ya.de')],
    ['acme.blogspot.com', domain('acme.blogspot.com')],
    ['https://acme.wordpress.com/about', domain('acme.wordpress.com')],
    ['https://www.linkedin.com/in/Jane-Doe/?x', profile('jane-doe')],
    ['de.linkedin.com/in/j%C3%BCrgen-m%C3%BCller/en', profile('jürgen-müller')],
    ['https://www.linkedin.com/mwlite/in/Ju\u0308rgen', profile('jürgen')],
  ])('accepts %j', (text, entry) => {
    expect(parseOptOut(text)).toEqual({ ok: true, entry });
  });

  it.each<[string, RegExp]>([
    ['', /is empty/],
    ['<>', /is empty/],
    ['not listed', /isn't an email address, phone number, domain or LinkedIn profile/],
    ['acme', /isn't an email address, phone number, domain/],
    ['acme.com and more', /isn't an email address, phone number, domain/],
    ['192.0.2.1', /isn't an email address, phone number, domain/],
    ['ftp://acme.com/', /isn't an email address, phone number, domain/],
    ['3.5', /isn't an email address, phone number, domain/],
    ['x'.repeat(3000), /isn't an email address, phone number, domain/],
    ['jane@acme', /isn't an email address\. /],
    ['jane..doe@acme.com', /isn't an email address\. /],
    ['jane@acme.com,joe@acme.com', /more than one @/],
    ['linkedin.com', /linkedin\.com is shared by many/],
    ['https://www.facebook.com/', /facebook\.com is shared by many/],
    ['gmail.com', /gmail\.com is shared by many/],
    ['@gmail.com', /gmail\.com is shared by many/],
    ['co.uk', /co\.uk is shared/],
    ['github.io', /github\.io is shared/],
    ['wordpress.com', /wordpress\.com is shared/],
    ['sites.google.com', /sites\.google\.com is shared/],
    ['facebook.com/zeta', /a page on [\w.]+, which is shared by many/],
    ['https://twitter.com/x', /a page on [\w.]+, which is shared by many/],
    ['https://youtube.com/@acme.tv', /a page on [\w.]+, which is shared by many/],
    ['youtube.com/@acme.tv', /a page on [\w.]+, which is shared by many/],
    ['facebook.com/x?u=a@acme.com', /a page on [\w.]+, which is shared by many/],
    ['business.facebook.com/zeta', /a page on [\w.]+, which is shared by many/],
    ['crunchbase.com/organization/acme', /a page on [\w.]+, which is shared by many/],
    ['linkedin.com/company/acme', /Use the company's domain/],
    ['https://www.linkedin.com/school/acme/', /Use the company's domain/],
    ['https://www.linkedin.com/sales/lead/ACwAAA,NAME_SEARCH', /linkedin\.com\/in\/\.\.\./],
    ['https://www.linkedin.com/pub/jane-doe/1/2/3', /linkedin\.com\/in\/\.\.\./],
    ['https://www.linkedin.com/in/', /no LinkedIn profile name/],
    ['https://www.linkedin.com/feed/', /isn't a profile/],
  ])('rejects %j with a reason', (text, reason) => {
    expect(parseOptOut(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('accepts shared domains with allowShared', () => {
    expect(parseOptOut('linkedin.com', { allowShared: true })).toEqual({
      ok: true,
      entry: domain('linkedin.com'),
    });
    expect(parseOptOut('linkedin.com/company/acme', { allowShared: true }).ok).toBe(false);
    expect(parseOptOut('facebook.com/zeta', { allowShared: true }).ok).toBe(false);
  });
});

describe('the entries of a person', () => {
  const of = (person: { emails?: string[]; profile?: string; websites?: string[] }) =>
    identities({ emails: person.emails ?? [], profile: person.profile, websites: person.websites ?? [] });

  it('include email addresses, parent domains, websites and the profile', () => {
    expect(
      of({
        emails: ['Jane@Mail.Acme.co.uk; <mailto:jd@zeta.example>'],
        websites: ['https://www.gone.example./x, //user@other.example:81'],
        profile: 'http://www.linkedin.com/m/in/Jane-Doe?x',
      }),
    ).toEqual([
      email('jane@mail.acme.co.uk'),
      email('jd@zeta.example'),
      profile('jane-doe'),
      ...['mail.acme.co.uk', 'acme.co.uk', 'co.uk', 'zeta.example', 'www.gone.example', 'gone.example'].map(
        domain,
      ),
      domain('other.example'),
    ]);
  });

  it.each([
    'https://münchen.de/x',
    'MÜNCHEN.DE',
    'http://www.mu\u0308nchen.de',
    'https://xn--mnchen-3ya.de',
    'shop.xn--MNCHEN-3ya.de',
  ])('include xn--mnchen-3ya.de for %s', (website) => {
    expect(of({ websites: [website] })).toContainEqual(domain('xn--mnchen-3ya.de'));
    const host = website.replace(/^.*\/\//, '').replace(/\/.*$/, '');
    expect(of({ emails: [`jo@${host}`] })).toContainEqual(domain('xn--mnchen-3ya.de'));
  });

  it('include the forms that earlier versions stored', () => {
    // They stored addresses and profiles as entered, in lower case.
    expect(of({ emails: ['Jo@xn--mnchen-3ya.de'] })).toContainEqual(email('jo@münchen.de'));
    expect(of({ emails: ['Jo@München.de'] })).toContainEqual(email('jo@münchen.de'));
    expect(of({ emails: ['"Sam"@acme.com'] })).toContainEqual(domain('acme.com'));
    const link = 'linkedin.com/in/j%C3%BCrgen';
    for (const profileUrl of [link, 'linkedin.com/in/Jürgen'])
      expect(of({ profile: profileUrl })).toEqual([profile('jürgen'), profile('j%c3%bcrgen')]);
  });

  it.each(['info@www.acme.com', 'INFO@acme.com.', 'info+x@acme.com', 'mailto:info+x@WWW.acme.com'])(
    'include info@acme.com for %s',
    (text) => {
      expect(of({ emails: [text] })).toContainEqual(email('info@acme.com'));
    },
  );

  it.each(['jo@münchen.de', 'jo@acme.com', 'linkedin.com/in/jürgen', 'münchen.de'])(
    'include every spelling of %s',
    (text) => {
      const result = parseOptOut(text);
      if (!result.ok) throw new Error(result.reason);
      const person =
        result.entry.kind === 'profile' ? of({ profile: text }) : of({ emails: [text], websites: [text] });
      for (const spelling of entrySpellings(result.entry)) expect(person).toContainEqual(spelling);
    },
  );
});

it('finds no one in texts that are too long for an address or a domain', () => {
  const long = 'a.'.repeat(40_000);
  expect(identities({ emails: [`jane@${long}com`, `${long}@`], websites: [`https://${long}com`] })).toEqual(
    [],
  );
  expect(identities({ emails: [`${long}@acme.com`], websites: [] })).toEqual([
    { kind: 'domain', value: 'acme.com' },
  ]);
});
