import { describe, expect, test } from 'vitest';
import { streetCodeAndCity } from './test-page-address.ts';

const NONE = '- | - | -';

describe('an address of someone else is left out', () => {
  test.each([
    ['acme.ca', 'en', 'Backups are stored with Vault Hosting, 300 Carlton Street, Winnipeg, MB R3B 2K6.'],
    ['acme.ca', 'en', 'Trailers sold through Prairie Trailers, 4411 Gateway Blvd, Edmonton, AB T6H 5C3.'],
    ['acme.com', 'en', 'Proud dealer of Nutrimax (Nutrimax Inc., 1400 Feed Mill Rd, Omaha, NE 68107).'],
    ['acme.com', 'en', 'Gable &amp; Rye, of 655 Hawthorne Blvd, Portland, OR 97214, saved a day.'],
    ['acme.com', 'en', 'Insured by Granite Mutual Insurance, 27 Chestnut Street, Concord, NH 03301.'],
    ['acme.ca', 'en', 'Where? At Winnipeg Farmers Market, 1 Forks Market Road, Winnipeg, MB R3C 4L9'],
    ['acme.de', 'de', 'Unser Käse reift bei der Molkerei Grünau, Deichstraße 7, 25541 Brunsbüttel.'],
    ['acme.fr', 'fr', 'Retrouvez nos pains chez Épicerie du Pont, 14 quai Voltaire, 31000 Toulouse.'],
    ['acme.es', 'es', 'Nuestros vinos se venden en Bodegas Lavapiés, Calle del Olivar 23, 28012 Madrid.'],
    [
      'acme.it',
      'it',
      'Il sito è ospitato presso Serverplan Nord S.r.l., Via Leopardi 22, 03043 Cassino (FR).',
    ],
    ['acme.se', 'sv', 'Våra möbler finns hos Möbelhuset Ekan, Kungsgatan 44, 411 15 Göteborg.'],
    ['acme.nl', 'nl', 'Wij werken samen met Boekhouding Plus B.V., Papsouwselaan 119, 2624 AK Delft.'],
    [
      'acme.com',
      'en',
      '<table><tr><td>Amazon Web Services, Inc.<td>Hosting<td>410 Terry Avenue North, Seattle, WA 98109</table>',
    ],
    ['acme.com', 'en', 'Shop design: Copper Kettle Studio, 675 Ponce De Leon Ave NE, Atlanta, GA 30308'],
    [
      'acme.co.uk',
      'en',
      'Information Commissioner, Wycliffe House, Water Lane, Wilmslow SK9 5AF.<p>Acme Ltd is registered in England.',
    ],
    ['acme.tw', 'zh', '<p>您可以在汪汪樂園（新北市板橋區文化路二段 182 號）找到我們'],
    ['acme.jp', 'ja', '<p>展示会:東京都江東区有明3-11-1'],
    [
      'acme.co.uk',
      'en',
      '<title>Complaints</title><p>You can write to<p>Client Mediation<br>140 Lee Road<br>Newton Abbot<br>TQ12 4PS',
    ],
    ['acme.de', 'de', '<title>Unsere Partner</title><p>Teehaus Ost<br>Norderstraße 12<br>26789 Leer'],
  ])('%s, %s: %s', (host, lang, html) => {
    expect(streetCodeAndCity(html, host, lang)).toBe(NONE);
  });
});

describe('the address of the company is kept', () => {
  test.each([
    [
      'below its name, beside the registered office at its accountant',
      'hartwell.co.uk',
      '<p>Hartwell<br>Unit 7, Mill Lane<br>Alton<br>GU34 2QJ</p><footer>Hartwell Ltd. Registered office: c/o Penny LLP, 2nd Floor, 18 Jewry Street, Winchester SO23 8RZ</footer>',
      'Unit 7, Mill Lane | GU34 2QJ | Alton',
    ],
    [
      'of its shop, beside the registered office at a firm',
      'foxglove.co.uk',
      '<p>Visit our shop at 12 Castle Street, Hay-on-Wye HR3 5DF.</p><footer>Registered office: Brown &amp; Co Accountants, 4 High Town, Hereford HR1 2AA. Foxglove Ltd</footer>',
      '12 Castle Street | HR3 5DF | Hay-on-Wye',
    ],
    [
      'at a friend, if it is the only one',
      'lumekko.io',
      '<footer>Lumekko UG · c/o Werkraum · Ritterstraße 8 · 10969 Berlin</footer>',
      'c/o Werkraum, Ritterstraße 8 | 10969 | Berlin',
    ],
    [
      'behind another name that owns the site',
      'brightpixel.com',
      'BrightPixel is a brand of Halvorsen Group Ltd, 7 Tanner Row, York YO1 6JB.',
      '7 Tanner Row | YO1 6JB | York',
    ],
    [
      'behind a name with small words',
      'taller.mx',
      '<footer>Refacciones del Norte, S.A. de C.V. Calle Zuazua #1030, 64000 Monterrey, N.L., México</footer>',
      'Calle Zuazua #1030 | 64000 | Monterrey',
    ],
    [
      'on a page about privacy that names it',
      'aurora.com.au',
      '<title>Privacy</title>Aurora Pty Ltd (ABN 12 345 678 901) of 18 Bridge Street, Richmond VIC 3121 collects your data.',
      '18 Bridge Street | 3121 | Richmond',
    ],
  ])('%s', (_, host, html, expected) => {
    expect(streetCodeAndCity(html, host, 'en')).toBe(expected);
  });
});

describe('of several offices', () => {
  const office = (city: string, street: string) => `<div>${city}<br>${street}<br>${city}, NY 10118</div>`;
  const both = office('Albany', '350 Fifth Avenue') + office('Buffalo', '17 Market Street');

  test('none is taken, if nothing tells which is the main one', () => {
    expect(streetCodeAndCity(`<title>Offices</title>${both}`, 'acme.com', 'en')).toBe(NONE);
  });

  test('that of the city that the page names is taken', () => {
    expect(
      streetCodeAndCity(`<title>Offices</title><p>Lawyers of Buffalo</p>${both}`, 'acme.com', 'en'),
    ).toBe('17 Market Street | 10118 | Buffalo');
  });
});
