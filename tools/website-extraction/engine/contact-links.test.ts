import { describe, expect, test } from 'vitest';
import { rankContactLinks } from './contact-links.ts';

const PAGE = 'https://www.acme.com/';

function rank(links: [href: string, text: string, frame?: boolean][], page = PAGE): string[] {
  return rankContactLinks(
    links.map(([href, text, frame = false]) => ({ href: new URL(href, page).href, text, frame })),
    page,
  ).map(({ href }) =>
    new URL(href).host === new URL(page).host ? href.slice(new URL(page).origin.length) : href,
  );
}

test.each([
  ['English', '/contact-us', 'Contact us'],
  ['English', '/page/7', 'Get in touch'],
  ['German', '/seite/kontakt', 'Kontakt'],
  ['German', '/impressum.html', 'Impressum'],
  ['German', '/ueber-uns', 'Über uns'],
  ['French', '/nous-contacter', 'Nous contacter'],
  ['French', '/mentions-legales', 'Mentions légales'],
  ['French', '/p/3', 'Qui sommes-nous'],
  ['Spanish', '/contacto', 'Contacto'],
  ['Spanish', '/p/3', 'Contáctenos'],
  ['Spanish', '/aviso-legal', 'Aviso legal'],
  ['Italian', '/contatti', 'Contatti'],
  ['Italian', '/p/3', 'Chi siamo'],
  ['Portuguese', '/fale-conosco', 'Fale Conosco'],
  ['Portuguese', '/contato', 'Contato'],
  ['Dutch', '/neem-contact-op', 'Neem contact op'],
  ['Dutch', '/over-ons', 'Over ons'],
  ['Swedish', '/kontakta-oss', 'Kontakta oss'],
  ['Danish', '/om-os', 'Om os'],
  ['Finnish', '/yhteystiedot', 'Yhteystiedot'],
  ['Polish', '/kontakt', 'Kontakt'],
  ['Czech', '/p/3', 'Kontakty'],
  ['Hungarian', '/kapcsolat', 'Kapcsolat'],
  ['Greek', '/p/3', 'Επικοινωνία'],
  ['Turkish', '/iletisim', 'İletişim'],
  ['Russian', '/p/3', 'Контакты'],
  ['Japanese', '/p/3', 'お問い合わせ'],
  ['Japanese', '/company/', '会社概要'],
  ['Chinese', '/p/3', '联系我们'],
  ['Korean', '/p/3', '문의하기'],
])('%s: finds %s', (_, href, text) => {
  expect(
    rank([
      ['/products', 'Products'],
      [href, text],
      ['/blog', 'Blog'],
    ]),
  ).toEqual([href]);
});

describe('order', () => {
  test('ranks frames, contact, imprint, about, team, legal', () => {
    expect(
      rank([
        ['/privacy', 'Privacy'],
        ['/team', 'Team'],
        ['/about', 'About us'],
        ['/impressum', 'Impressum'],
        ['/contact', 'Contact'],
        ['/main.htm', '', true],
      ]),
    ).toEqual(['/main.htm', '/contact', '/impressum', '/about', '/team', '/privacy']);
  });
  test('ranks a shallow page before a deep one', () => {
    expect(
      rank([
        ['/shop/help/contact', 'Contact'],
        ['/contact', 'Contact'],
      ]),
    ).toEqual(['/contact', '/shop/help/contact']);
  });
});

describe('excluded links', () => {
  test('drops other sites, files, the page itself, sharing and shopping', () => {
    expect(
      rank(
        [
          ['https://other.com/contact', 'Contact'],
          ['/contact.pdf', 'Contact'],
          ['/contact', 'Contact'],
          ['/contact/#form', 'Contact form'],
          ['/cart?contact=1', 'Cart'],
          ['/about', 'About'],
        ],
        'https://www.acme.com/contact',
      ),
    ).toEqual(['/about']);
  });
  test('treats www and the bare domain as one site', () => {
    expect(rank([['https://acme.com/contact', 'Contact']])).toEqual(['https://acme.com/contact']);
  });
  test('drops an article about contacts', () => {
    expect(
      rank([
        ['/blog/how-to-contact-aliens', 'Contact'],
        ['/de/aktuelles/neuer-kontakt', 'Kontakt'],
        ['/2019/05/how-to-contact-aliens', 'How to contact aliens and other things we learned this year'],
      ]),
    ).toEqual(['/contact']);
  });
});

test('keeps the best imprint, however many contact pages there are', () => {
  const many = Array.from({ length: 50 }, (_, i): [string, string] => [`/contact-${i}`, 'Contact']);
  const ranked = rank([...many, ['/impressum', 'Impressum'], ['/imprint', 'Imprint']]);
  expect(ranked.slice(-2)).toEqual(['/contact-8', '/impressum']);
});

test('guesses /contact only when no link matches', () => {
  expect(rank([['/products', 'Products']])).toEqual(['/contact']);
  expect(rank([], 'https://www.acme.com/contact')).toEqual([]);
  expect(rank([['/about', 'About']])).toEqual(['/about']);
});

test('returns at most ten links, and none for an invalid page URL', () => {
  const many = Array.from({ length: 50 }, (_, i): [string, string] => [`/contact-${i}`, 'Contact']);
  expect(rank(many)).toHaveLength(10);
  expect(rankContactLinks([], 'not an address')).toEqual([]);
});
