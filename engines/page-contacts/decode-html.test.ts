import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeHtml } from './decode-html.ts';
import { extractPage } from './extract-page.ts';

const JAPANESE = '<p>お問い合わせは電話でお願いいたします。株式会社さくら</p>';
const FRENCH = '<p>Café « Élysée » à Besançon – 12 €, déjà vu</p>';

function page(text: string, head = ''): string {
  return `<!doctype html><html><head>${head}<title>x</title></head><body>${text}</body></html>`;
}

function decoded(html: string, encoding: string, contentType: string | null, addBOM = false): string {
  return decodeHtml(iconv.encode(html, encoding, { addBOM }), contentType);
}

test.each([
  ['utf-8', FRENCH],
  ['windows-1252', FRENCH],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['utf-16le', JAPANESE],
  ['windows-1251', '<p>Контакты и адрес</p>'],
])('reads %s as the header declares it', (encoding, text) => {
  expect(decoded(page(text), encoding, `text/html; charset=${encoding}`)).toBe(page(text));
});

test.each([
  ['utf-8', FRENCH],
  ['windows-1252', FRENCH],
  ['shift_jis', JAPANESE],
  ['windows-1251', '<p>Контакты и адрес</p>'],
])('reads %s as a meta element declares it', (encoding, text) => {
  const short = page(text, `<meta charset="${encoding}">`);
  expect(decoded(short, encoding, 'text/html')).toBe(short);
  const long = page(text, `<META http-equiv='Content-Type' content='text/html; CHARSET=${encoding}'>`);
  expect(decoded(long, encoding, null)).toBe(long);
});

test.each([
  ['utf-8', FRENCH],
  ['windows-1252', FRENCH],
  ['shift_jis', JAPANESE],
  ['utf-16le', JAPANESE],
  ['utf-16be', FRENCH],
])('reads %s without any declaration', (encoding, text) => {
  expect(decoded(page(text), encoding, null)).toBe(page(text));
});

test('reads Latin-1 letters as windows-1252', () => {
  expect(decoded(page('<p>Grüße</p>'), 'latin1', 'text/html; charset=ISO-8859-1')).toBe(page('<p>Grüße</p>'));
});

test.each(['utf-8', 'utf-16le', 'utf-16be'])(
  'prefers a byte order mark of %s over header and meta',
  (encoding) => {
    const html = page(FRENCH, '<meta charset="shift_jis">');
    expect(decoded(html, encoding, 'text/html; charset=windows-1251', true)).toBe(html);
  },
);

test('prefers the header over meta', () => {
  const html = page(FRENCH, '<meta charset="shift_jis">');
  expect(decoded(html, 'windows-1252', 'text/html; charset=windows-1252')).toBe(html);
});

test('ignores a meta element in a comment or with an unknown charset', () => {
  const html = page(FRENCH, '<!-- <meta charset="shift_jis"> --><meta charset="no-such-charset">');
  expect(decoded(html, 'windows-1252', null)).toBe(html);
});

test('reads a page with a meta element for UTF-16 as UTF-8', () => {
  const html = page(FRENCH, '<meta charset="utf-16">');
  expect(decoded(html, 'utf-8', null)).toBe(html);
});

test('corrects a wrong declaration of UTF-8 or Latin-1', () => {
  expect(decoded(page(FRENCH), 'windows-1252', 'text/html; charset=utf-8')).toBe(page(FRENCH));
  expect(decoded(page(FRENCH), 'utf-8', 'text/html; charset=iso-8859-1')).toBe(page(FRENCH));
});

test('keeps a UTF-8 page with one broken byte', () => {
  const bytes = Buffer.concat([Buffer.from(page(FRENCH)), Buffer.from([0xe9])]);
  expect(decodeHtml(bytes, 'text/html; charset=utf-8')).toBe(`${page(FRENCH)}\ufffd`);
});

/** Pages with full-width or accented letters, their contacts and possible encodings. */
const CONTACTS: [string, string, string[], string[]][] = [
  [
    '<title>お問い合わせ</title><p>電話：０３－３２１１－１２３４　メール：ｉｎｆｏ＠ｓａｋｕｒａ．ｊｐ　株式会社さくら</p>',
    'https://sakura.jp/',
    ['info@sakura.jp', '+81332111234'],
    ['utf-8', 'shift_jis', 'euc-jp', 'utf-16le', 'utf-16be'],
  ],
  [
    '<title>Größe</title><p>Téléphone : 01 42 68 53 00 – écrivez à rené@société.fr</p>',
    'https://société.fr/',
    ['rené@société.fr', '+33142685300'],
    ['utf-8', 'windows-1252', 'latin1', 'utf-16le', 'utf-16be'],
  ],
];

describe.each(CONTACTS)('the contacts of %s', (html, url, contacts, encodings) => {
  const found = (bytes: Uint8Array, contentType: string | null): string[] => {
    const page = extractPage(decodeHtml(bytes, contentType), url, { now: () => 0 });
    return [...page.emails, ...page.phones].map((item) => item.value);
  };
  const utf16 = (name: string): boolean => name.startsWith('utf-16');

  test.each(encodings)(
    'are found in %s, declared by header, meta element, byte order mark or not at all',
    (encoding) => {
      const text = encoding === 'latin1' ? html.replace('–', '-') : html;
      const bytes = iconv.encode(text, encoding);
      const label = encoding === 'latin1' ? 'iso-8859-1' : encoding;
      expect(found(bytes, `text/html; charset=${label}`)).toEqual(contacts);
      if (encoding.startsWith('utf'))
        expect(found(iconv.encode(text, encoding, { addBOM: true }), 'text/html')).toEqual(contacts);
      if (!utf16(encoding))
        expect(found(iconv.encode(`<meta charset=${label}>${text}`, encoding), null)).toEqual(contacts);
      // Undeclared EUC-JP isn't detected.
      if (encoding !== 'euc-jp') expect(found(bytes, null)).toEqual(contacts);
    },
  );
});

test('never throws for any bytes and header', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.option(fc.string()), (bytes, contentType) => {
      expect(typeof decodeHtml(bytes, contentType)).toBe('string');
    }),
  );
});
