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
    [
      'acme.fr',
      'fr',
      '<title>Mentions légales</title><p>Hébergeur : Nuage SAS, 14 rue du Canal, 59100 Roubaix<p>Garantie souscrite auprès de Mutuelle des Bâtisseurs, 2 boulevard de la Résistance, 56000 Vannes.',
    ],
    [
      'acme.ca',
      'en',
      'Hotels: Harbour Inn (902-555-0148); Tern Motel (11880 Highway 3, Lunenburg NS B0J 2C0)',
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
      'below its legal name, below its brand',
      'praxis-markt.de/impressum',
      '<title>Impressum</title><p>Praxis am Markt<br>Dr. Pfaff und Kollegen GmbH<br>Am Markt 3<br>97337 Dettelbach</p><p>Zweigpraxis: Klosterweg 9, 97359 Schwarzach</p>',
      'Am Markt 3 | 97337 | Dettelbach',
    ],
    [
      'below a heading that says how to find it',
      'salemridge.org',
      '<ul><li>Harvest service, 310 South Main St., Westby, WI 54667</ul><h3>How to find us</h3><p>From Highway 14 go 4 miles west on the county road. The white church on the ridge, 4471 County Road, Viroqua, WI 54665.',
      '4471 County Road | 54665 | Viroqua',
    ],
    [
      'at its secretary',
      'waterput.nl',
      '<table><tr><td>Secretariaat<td>p/a H.J. Wolterink, Esweg 22, 7595 XX Weerselo</table><p>Samengesteld door Cijfer, Deurningerstraat 400, 7570 AA Oldenzaal',
      'Esweg 22 | 7595 XX | Weerselo',
    ],
    [
      'of the company that the text calls “we”',
      'rota.co.uk',
      'Rota is run by Quayside Labs Limited (“Quayside”, “we”). Our registered office is c/o Pryce, 12a Priory Road, Exeter EX1 1AA. <p>Hosting: Cloud Ltd, 9 Canal Street, Leeds LS1 1AA',
      '12a Priory Road | EX1 1AA | Exeter',
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

  test('the first is taken, if nothing tells which is the main one', () => {
    expect(streetCodeAndCity(`<title>Offices</title>${both}`, 'acme.com', 'en')).toBe(
      '350 Fifth Avenue | 10118 | Albany',
    );
  });

  test('and news with a month count less', () => {
    const news = '<ul><li>Mar 2023 Verdict at the Annex Courthouse, 500 State Ave, Utica, NY 13501</ul>';
    expect(streetCodeAndCity(`<title>Offices</title>${both}${news}`, 'acme.com', 'en')).toBe(
      '350 Fifth Avenue | 10118 | Albany',
    );
  });

  test('that of the city that the page names is taken', () => {
    expect(
      streetCodeAndCity(`<title>Offices</title><p>Lawyers of Buffalo</p>${both}`, 'acme.com', 'en'),
    ).toBe('17 Market Street | 10118 | Buffalo');
  });
});
