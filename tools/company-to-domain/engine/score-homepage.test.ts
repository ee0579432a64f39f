import { describe, expect, it } from 'vitest';
import { readCompanyName } from '#engines/company-domain/company-name.ts';
import type { PageKind } from '#engines/company-domain/page-kind.ts';
import { readHomepage } from '#engines/company-domain/read-homepage.ts';
import { decideDomain, type RatedDomain, THRESHOLD } from './decide-domain.ts';
import { type PageContext, scoreHomepage } from './score-homepage.ts';

const FILLER =
  '<p>We have worked for our customers since 1987, and we would be glad to hear from you soon. Read more about our people, our history and our branches.</p>';

function page(title: string, body = '', head = ''): string {
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}${FILLER}</body></html>`;
}

function score(line: string, html: string, context: Partial<PageContext> = {}) {
  const reading = readCompanyName(line);
  if (reading.kind !== 'name') throw new Error(line);
  const domain = context.domain ?? 'nordwindlogistik.de';
  return scoreHomepage(reading.name, readHomepage(html, `https://${domain}/`), {
    domain,
    country: null,
    prior: null,
    ...context,
  });
}

const NAME = 'Nordwind Logistik GmbH';

describe('a homepage that states the name in one way', () => {
  it.each([
    ['title', page('Nordwind Logistik')],
    ['title with a slogan', page('Wir liefern | Nordwind Logistik')],
    ['site name', page('Start', '', '<meta property="og:site_name" content="Nordwind Logistik">')],
    [
      'JSON-LD',
      page(
        'Start',
        '',
        '<script type="application/ld+json">{"@type":"Organization","name":"Nordwind Logistik"}</script>',
      ),
    ],
    [
      'JSON-LD in a graph',
      page(
        'Start',
        '',
        '<script type="application/ld+json">{"@graph":[{"@type":"Corporation","legalName":"Nordwind Logistik GmbH"}]}</script>',
      ),
    ],
    [
      'copyright line',
      page('Start', '<footer>© 2019–2024 Nordwind Logistik GmbH. Alle Rechte vorbehalten.</footer>'),
    ],
    ['imprint', page('Start', '<h4>Impressum</h4><p>Nordwind Logistik GmbH</p>')],
    ['logo', page('Start', '<img class="logo" alt="Nordwind Logistik Logo">')],
    ['heading', page('Start', '<h1>Nordwind Logistik</h1>')],
    ['running text', page('Start', '<p>Bei der Nordwind Logistik GmbH arbeiten 40 Menschen.</p>')],
  ])('%s', (_way, html) => {
    expect(score(NAME, html).score).toBeGreaterThanOrEqual(THRESHOLD);
  });
});

describe('a homepage of others', () => {
  it('is not the company if it never states the name', () => {
    expect(score(NAME, page('Willkommen')).score).toBe(0);
    expect(score(NAME, page('nordwindlogistik.de')).score).toBe(0);
  });

  it('is a namesake in another trade', () => {
    const bakery = page(
      'Nordwind',
      '<h1>Nordwind</h1><p>Our bakery sells bread and coffee.</p><footer>© Nordwind</footer>',
    );
    const read = score(NAME, bakery, { domain: 'nordwind.de' });
    expect(read.score).toBeLessThan(THRESHOLD / 2);
    expect(read.evidence).toContainEqual(expect.objectContaining({ source: 'trade', supports: false }));
  });

  it('is a namesake with another legal form, in another country, or a branch', () => {
    const withLegal = (legal: string) => page('Nordwind Logistik', `<footer>© 2024 ${legal}</footer>`);
    const own = score(NAME, withLegal('Nordwind Logistik GmbH')).score;
    expect(score(NAME, withLegal('Nordwind Logistik S.A. de C.V.')).score).toBeLessThan(THRESHOLD);
    expect(
      score(NAME, withLegal('Nordwind Logistik'), { country: 'DE', domain: 'nordwindlogistik.se' }).score,
    ).toBeLessThan(THRESHOLD);
    expect(score('Nordwind Logistik', page('Nordwind Logistik México')).score).toBeLessThan(THRESHOLD);
    expect(own).toBeGreaterThan(90);
  });

  it('is a subsidiary that names its parent', () => {
    const subsidiary = page(
      'Kaltwasser Pumpen',
      '<p>A company of the group.</p><footer>© 2024 Nordwind Holding AG</footer>',
    );
    expect(score('Kaltwasser Ventile GmbH', subsidiary, { domain: 'kaltwasser.de' }).score).toBeLessThan(
      THRESHOLD,
    );
    expect(score('Nordwind Pumpen AG', subsidiary, { domain: 'kaltwasser-pumpen.de' }).score).toBeLessThan(
      THRESHOLD,
    );
  });

  const organization = (name: string) =>
    `<script type="application/ld+json">{"@type":"Organization","name":"${name}"}</script>`;
  const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

  it.each([
    ['a copyright line', page('Start', '<footer>© 2024 Falcon Ltd</footer>')],
    ['an imprint', page('Start', '<h4>Impressum</h4><p>Falke GmbH</p>')],
    ['a site name', page('Start', '', meta('application-name', 'Falcon, Inc.'))],
    ['JSON-LD', page('Start', '', organization('Falcon'))],
  ])('is of another company by %s', (_where, html) => {
    expect(score(NAME, html)).toMatchObject({ score: 0, isOthers: true });
  });

  it.each([
    ['a link after the copyright sign', page('Start', '<footer>© 2024 Privacy Policy</footer>')],
    ['links in one line', page('Start', '<footer>© <a>Impressum</a> <a>Datenschutz</a></footer>')],
    ['links in lines', page('Start', '<ul><li>Impressum</li><li>Datenschutz</li><li>AGB</li></ul>')],
    ['a theme', page('Start', '<footer>Copyright © 2024 Theme by Colorlib</footer>')],
    ['an author', page('Start', '', meta('author', 'Jane Doe'))],
    ['a site name that is a word', page('Start', '', meta('application-name', 'Startseite'))],
  ])('is not of another company by %s', (_where, html) => {
    expect(score(NAME, html)).toMatchObject({ score: 0, isOthers: false });
  });

  it.each<[PageKind, string]>([
    [
      'for-sale',
      '<title>nordwind.de</title><h1>Nordwind Logistik</h1><p>Diese Domain steht zum Verkauf.</p>',
    ],
    ['for-sale', '<title>Nordwind Logistik</title><p>This domain may be for sale.</p>'],
    ['for-sale', '<title>x</title><p>Ce nom de domaine est à vendre</p>'],
    ['for-sale', '<title>x</title><p>Este dominio está a la venta</p>'],
    ['for-sale', '<title>x</title><p>Questo dominio è in vendita</p>'],
    ['for-sale', '<title>x</title><p>Deze domeinnaam is te koop</p>'],
    ['for-sale', '<title>x</title><p>Домен продаётся</p>'],
    [
      'parked',
      '<title>nordwind.de</title><h1>Nordwind Logistik</h1><p>This domain is parked free, courtesy of GoDaddy.</p>',
    ],
    ['unfinished', '<title>Nordwind Logistik</title><h1>Coming soon</h1>'],
    ['default-server', '<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>'],
    ['default-server', '<title>Apache2 Ubuntu Default Page: It works</title>'],
    ['default-server', '<title>IIS Windows Server</title>'],
    ['default-server', '<title>Index of /</title><h1>Index of /</h1>'],
    [
      'login',
      '<title>Nordwind Logistik - Sign in</title><form><input type=password><button>Log in</button></form>',
    ],
    ['builder', "<title>Nordwind</title><p>Looks like this domain isn't connected to a website yet</p>"],
    ['empty', '<html><body></body></html>'],
  ])('is no site: %s', (kind, html) => {
    expect(score(NAME, html)).toMatchObject({ score: 0, kind });
  });

  it('may mention domains for sale if it is a real site', () => {
    const long = page('Nordwind Logistik', `<p>${'word '.repeat(600)}</p><p>Buy this domain from us.</p>`);
    expect(score(NAME, long).kind).toBe('site');
  });
});

describe('the decision', () => {
  const rated = (domain: string, value: number, more: Partial<RatedDomain> = {}) => ({
    domain,
    score: value,
    clear: true,
    linkedHosts: [],
    isRivaled: false,
    ...more,
  });

  it('needs a score and a margin', () => {
    expect(decideDomain([])).toEqual({ found: false, why: 'none' });
    expect(decideDomain([rated('a.com', 40)])).toEqual({ found: false, why: 'weak' });
    expect(decideDomain([rated('a.com', 80)])).toMatchObject({ found: true, best: { domain: 'a.com' } });
    expect(decideDomain([rated('a.com', 80), rated('a.io', 70)])).toEqual({ found: false, why: 'ambiguous' });
    expect(decideDomain([rated('a.com', 95), rated('a.io', 50)])).toMatchObject({ found: true });
    expect(decideDomain([rated('a.com', 80), rated('a.io', 50, { clear: false })])).toMatchObject({
      found: true,
    });
  });

  it('finds nothing if a silent site may be the wanted one', () => {
    expect(decideDomain([rated('a.com', 80, { isRivaled: true }), rated('b.com', 0)])).toEqual({
      found: false,
      why: 'unproven',
    });
  });

  it('knows that sites of one company link to each other', () => {
    const both = [rated('a.com', 80), rated('a.de', 78, { linkedHosts: ['www.a.com', 'a.com'] })];
    expect(decideDomain(both)).toMatchObject({ found: true, best: { domain: 'a.com' } });
  });
});

describe('hostile pages', () => {
  it.each([
    ['deep nesting', '<div>'.repeat(200_000)],
    ['a long title', `<title>${'| a '.repeat(300_000)}</title>`],
    ['many names', '<h1>Nordwind</h1>'.repeat(50_000)],
    ['deep JSON-LD', `<script type="application/ld+json">${'{"@graph":['.repeat(5_000)}</script>`],
    ['many links', '<a href="https://x.com/">x</a>'.repeat(50_000)],
    ['a line without spaces', `<p>${'©'.repeat(500_000)}</p>`],
    ['white space', `<p>© ${' '.repeat(500_000)}x</p>`],
  ])('%s ends', (_what, html) => {
    const read = readHomepage(html, 'https://nordwind.de/');
    expect(read.names.length).toBeLessThanOrEqual(60);
    expect(read.text.length).toBeLessThan(21_000);
    expect(score(NAME, html).score).toBeLessThan(THRESHOLD);
  });
});
