import { describe, expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';

const CONTACT = '<p>Tel (212) 563-1234, info@acme.com</p>';

const ALL_LINKS = { wantsLink: () => true };

describe('page facts', () => {
  test('include title, description, keywords and names', () => {
    const page = extractPage(
      '<title> Acme\n Inc </title><meta name="description" content="We &amp; you"><meta name="keywords" content="a, b"><meta property="og:site_name" content="Acme"><script type="application/ld+json">{"@type":"Organization","name":"Acme Incorporated"}</script>',
      'https://acme.com/',
    );
    expect(page).toMatchObject({
      title: 'Acme Inc',
      description: 'We & you',
      keywords: 'a, b',
      siteNames: ['Acme', 'Acme Incorporated'],
    });
  });
  test('fall back to og: for a missing title and description', () => {
    const page = extractPage(
      '<meta property="og:title" content="T"><meta property="og:description" content="D">',
      null,
    );
    expect(page).toMatchObject({ title: 'T', description: 'D', keywords: null });
  });
  test('use a base href as the URL of a page with an unknown URL, and to resolve its links', () => {
    const page = extractPage(
      '<base href="https://acme.com/x/"><a href="contact">Contact</a>',
      null,
      ALL_LINKS,
    );
    expect(page.url).toBe('https://acme.com/x/');
    expect(page.links).toEqual([{ href: 'https://acme.com/x/contact', text: 'Contact', frame: false }]);
  });
  test('drop relative links without a URL or base href', () => {
    const page = extractPage('<base href="/x/"><a href="contact">Contact</a>', null, ALL_LINKS);
    expect(page).toMatchObject({ url: null, links: [] });
  });
  test('include distinct absolute links with their first text, without other schemes and fragments', () => {
    const page = extractPage(
      '<a href="/a#top"></a><a href="/a">A</a><a href="#x">x</a><a href="tel:1">t</a><a href="javascript:x()">j</a><a href="//other.com/b">B</a><frame src="menu.htm">',
      'https://acme.com/dir/',
      ALL_LINKS,
    );
    expect(page.links).toEqual([
      { href: 'https://acme.com/a', text: 'A', frame: false },
      { href: 'https://other.com/b', text: 'B', frame: false },
      { href: 'https://acme.com/dir/menu.htm', text: '', frame: true },
    ]);
  });
  test('include only the wanted links, which are asked for by their text and a URL with its whole path', () => {
    const html = '<a href="/a">A</a><a href="b">B</a><a href="https://other.com/c">C</a>';
    expect(extractPage(html, 'https://acme.com/dir/').links).toEqual([]);
    const seen: string[] = [];
    const wantsLink = ({ href, text }: { href: string; text: string }) => {
      seen.push(href);
      return text === 'B';
    };
    const page = extractPage(html, 'https://acme.com/dir/', { wantsLink });
    expect(seen).toEqual(['/a', 'https://acme.com/dir/b', 'https://other.com/c']);
    expect(page.links).toEqual([{ href: 'https://acme.com/dir/b', text: 'B', frame: false }]);
  });
  test('report that an app shell needs JavaScript, but a short page does not', () => {
    const shell = '<div id="root"></div><script src="/app.js"></script>';
    expect(extractPage(shell, 'https://acme.com/').rendersWithScript).toBe(true);
    expect(extractPage(`${shell}${CONTACT}`, 'https://acme.com/').rendersWithScript).toBe(false);
    expect(extractPage('<p>Hello</p>', 'https://acme.com/').rendersWithScript).toBe(false);
  });
});

describe('phones of links and structured data', () => {
  const values = (html: string): string[] =>
    extractPage(html, 'https://acme.de/').phones.map((phone) => phone.value);

  test.each([
    ['tel:+493012345670', '+493012345670'],
    ['tel:030-1234567', '+49301234567'],
    ['TEL:/+49%2030%201234567', '+49301234567'],
    ['tel://+49(0)30.1234567', '+49301234567'],
    ['phone:030 1234567', '+49301234567'],
    ['telephone:/030 1234567', '+49301234567'],
    ['callto://+49301234567', '+49301234567'],
    ['callto:+49 30 1234567', '+49301234567'],
    ['sms:+491711234567', '+491711234567'],
    ['tel:+49301234567;ext=12', '+49301234567'],
    ['https://wa.me/491711234567', '+491711234567'],
    ['https://api.whatsapp.com/send?phone=491711234567&text=hi', '+491711234567'],
    ['whatsapp://send?phone=%2B491711234567', '+491711234567'],
    ['viber://chat?number=%2B491711234567', '+491711234567'],
    ['tel:00493012345670', '+493012345670'],
  ])('%s', (href, number) => expect(values(`<a href="${href}">x</a>`)).toEqual([number]));

  test.each([
    'tel:',
    'tel:abc',
    'callto:ann.lee',
    'tel:+1234567890',
    'https://wa.me/message/ABC',
    'skip: +42099999999',
  ])('ignores %s', (href) => expect(values(`<a href="${href}">x</a>`)).toEqual([]));

  test('reads numbers of the description only if the page has no other', () => {
    const description = '<meta name="description" content="Plumbers in Leeds. Call 0113 496 0123 today.">';
    expect(extractPage(`${description}<p>Welcome</p>`, 'https://acme.co.uk/').phones).toMatchObject([
      { value: '+441134960123', written: '0113 496 0123', source: 'meta', area: 'head' },
    ]);
    expect(
      extractPage(`${description}<p>Tel. 0113 496 0199</p>`, 'https://acme.co.uk/').phones,
    ).toMatchObject([{ value: '+441134960199' }]);
  });

  test('treats a fax link or a link after "fax" as a fax', () => {
    const page = extractPage(
      '<a href="fax:+49301234567">x</a> Fax: <a href="tel:+49301234568">030 1234568</a>',
      'https://acme.de/',
    );
    expect(page).toMatchObject({ phones: [], faxes: [{ value: '+49301234567' }, { value: '+49301234568' }] });
  });

  test('treats a number labeled as phone and fax as a phone', () => {
    const page = extractPage('<p>Tel 030 1234567</p><p>Fax 030 1234567</p>', 'https://acme.de/');
    expect(page).toMatchObject({ phones: [{ value: '+49301234567' }], faxes: [] });
  });

  test('records the source of each number and how the page wrote it', () => {
    const page = extractPage(
      '<p>Tel. (0 30) 1 23 45 67</p><a href="tel:+49301234568">Ruf uns an</a>',
      'https://acme.de/',
    );
    expect(page.phones).toMatchObject([
      { value: '+49301234568', written: 'Ruf uns an', source: 'tel' },
      { value: '+49301234567', written: '(0 30) 1 23 45 67', source: 'text' },
    ]);
  });
});
