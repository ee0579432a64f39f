import { describe, expect, test } from 'vitest';
import { pageAddress, streetCodeAndCity } from './test-page-address.ts';

const NONE = '- | - | -';

describe('an address is left out', () => {
  test.each([
    [
      'of a customer, among the facts of a story about it',
      'loadsonde.io',
      'en',
      '<div>Customer</div><div>Pacific Marlin, Inc.</div><div>Headquarters</div><div>3801 Marginal Way S, Seattle, WA 98134</div>',
    ],
    [
      'of an event, below its heading',
      'abrapec.org.br',
      'pt',
      '<h2>Local do evento</h2><p>Centro de Convenções<br>Av. Padre Cícero, 4400<br>Crato/CE – CEP 63024-015</p><p>Av. Sul, 2, Crato/CE – CEP 63024-016</p>',
    ],
    [
      'of who made something',
      'littlepelican.com.au',
      'en',
      'Beans by Dusty Road Roasters, Factory 6/18 Lakewood Blvd, Carrum Downs VIC 3201.',
    ],
    [
      'of a place nearby, with its distance',
      'podere.it',
      'it',
      '<table><tr><td>Osteria del Borgo</td><td>Piazza di Spagna 4, 53026 Pienza</td><td>10 min</td></tr></table>',
    ],
    [
      'of the authority that regulates the company',
      'pennock.co.uk',
      'en',
      '<footer>Pennock Supplies Limited is authorised and regulated by the Financial Conduct Authority, 12 Endeavour Square, London E20 1JN.</footer>',
    ],
    [
      'of the agency that made and maintains the site',
      'hotel-des-marees.fr',
      'fr',
      '<title>Mentions légales</title><h3>Conception, édition et maintenance du site</h3><p>Pixel SARL<br>18, rue de la Monnaie – 35000 Rennes</p>',
    ],
    [
      'of those whom the company is a member of',
      'gracechapel.org',
      'en',
      'We are a member congregation of the Southeast Covenant Association, 2300 Peachford Trace, Dunwoody, GA 30338.',
    ],
  ])('%s', (_, host, lang, html) => {
    expect(streetCodeAndCity(html, host, lang)).toBe(NONE);
  });
});

describe('the address of the company is taken', () => {
  test.each([
    [
      'below the words of privacy pages that shops start from',
      'mossandthistle.co',
      'en',
      '<title>Privacy policy</title><p>Email is sent through Pigeonpost LLC, 675 Ponce Row NE, Atlanta, GA 30308.</p><p>Complaints may be addressed to the Consumer Center, 1625 North Market Blvd., Sacramento, CA 95834.</p><h2>Contact</h2><p>Contact us by e-mail or by mail using the details provided below:</p><p>88 Upper Flat Creek Rd Apt B, Weaverville NC 28787</p>',
      '88 Upper Flat Creek Rd Apt B | 28787 | Weaverville',
    ],
    [
      'below the name of who answers for the data',
      'yogaraum.de',
      'de',
      '<title>Datenschutz</title><p>Die verantwortliche Stelle für die Datenverarbeitung auf dieser Website ist:</p><p>Mirjam Okonjo<br>Glauburgstr. 29, Hinterhaus<br>60318 Frankfurt</p><p>Für Workshops geben wir Namen an: Haus Reifenberg, Schloßstr. 4, 61389 Schmitten</p>',
      'Glauburgstr. 29, Hinterhaus | 60318 | Frankfurt',
    ],
    [
      'of the main office, though a branch comes first',
      'tornilleria.mx',
      'es',
      '<h1>Contacto <small>Matriz y sucursales</small></h1><h3>Sucursal Celaya</h3><p>Eje Norte No. 540, Col. Las Insurgentes, C.P. 38080, Celaya, Gto.</p><h3>Matriz</h3><p>Carr. Querétaro Km. 201, Bodega 12<br>C.P. 76246 El Marqués, Qro.</p>',
      'Carr. Querétaro Km. 201, Bodega 12 | 76246 | El Marqués',
    ],
    [
      'at a square that is named after a fair',
      'saint-vaury.fr',
      'fr',
      '<table><tr><td>École</td><td>3, rue des Tilleuls, 23240 Chamborand</td></tr><tr><td>Mairie</td><td>2, place du Champ-de-Foire, 23320 Saint-Vaury</td></tr></table>',
      '2, place du Champ-de-Foire | 23320 | Saint-Vaury',
    ],
    [
      'in its own country',
      'akincioglu.com.tr',
      'tr',
      '<p>Merkez: Yeşil Cad. No:18 16140 Nilüfer/Bursa</p><p>Akincioglu Seals GmbH, Robert-Bosch-Straße 6, 73278 Schlierbach, Almanya</p>',
      'Yeşil Cad. No:18 | 16140 | Nilüfer',
    ],
    [
      'after a company’s name, in a form that goes to the company',
      'fauvel.fr',
      'fr',
      '<p>À l’attention de Tristan Fauvel EI, 27 ter, chemin de la Cour, 14340 Saint-Aubin</p>',
      '27 ter, chemin de la Cour | 14340 | Saint-Aubin',
    ],
    [
      'below a name with its legal form first, beside that of a neighbor',
      'fromagerie-du-claux.fr',
      'fr',
      '<title>Venir - Fromagerie du Claux</title><p>GAEC du Claux<br>4, route de Salers<br>15400 Trizac</p><p>Dormir : Gîte des Monts, 3, route de Collandres, 15400 Trizac</p>',
      '4, route de Salers | 15400 | Trizac',
    ],
    [
      'to which letters are sent, though its name is another one',
      'pineandpebble.com',
      'en',
      '<title>Terms of Service</title><p>Questions should be sent to us at hello@pineandpebble.com or Larkmoor Goods LLC, 73 Old Leicester Road, Asheville NC 28806.</p>',
      '73 Old Leicester Road | 28806 | Asheville',
    ],
    [
      'in a sentence with its seat',
      'verhulst.be',
      'nl',
      'Verhulst Tweewielers BV, maatschappelijke zetel te 2440 Geel, Diestseweg 155 bus 3, ingeschreven in de KBO',
      'Diestseweg 155 bus 3 | 2440 | Geel',
    ],
  ])('%s', (_, host, lang, html, expected) => {
    expect(streetCodeAndCity(html, host, lang)).toBe(expected);
  });
});

test('the venue of an event in WordPress’s calendar isn’t that of the company', () => {
  const venue =
    '<address class="tribe-events-address"><span class="tribe-street-address">Sheep Street</span>, <span class="tribe-locality">Marlsbury</span> <span class="tribe-postal-code">GL56 9ZY</span></address>';
  const own = '<footer>Festival Office, 2a Market Place, Marlsbury GL56 9ZW</footer>';
  expect(streetCodeAndCity(`<h2>Venue</h2>${venue}${own}`, 'festival.org.uk', 'en')).toBe(
    '2a Market Place | GL56 9ZW | Marlsbury',
  );
});

test('a dealer in structured data isn’t the company of a page that finds dealers', () => {
  const dealer =
    '{"@context":"https://schema.org","@type":"Store","name":"Ember & Oak","address":{"@type":"PostalAddress","streetAddress":"31 Ecclesall Road","addressLocality":"Sheffield","postalCode":"S11 8PA"}}';
  const html = `<title>Find a Dealer | Harrowden Stoves</title><script type="application/ld+json">${dealer}</script><footer>Ditchford Lane 4, Wellingborough, NN8 9XT</footer>`;
  const fields = ['organization_name', 'street'];
  expect(pageAddress(html, { host: 'harrowdenstoves.com', lang: 'en', fields })).toBe(
    'Harrowden Stoves | Ditchford Lane 4',
  );
});

test.each([
  [
    'Hartnell Brow Solicitors is a trading name of Hartnell Brow Legal Limited, whose registered office is at 14 Pottergate, Norwich NR2 1DS',
    'hartnellbrow.co.uk',
    'en',
  ],
  ['© 2008-2015 Hartnell Brow (APLC). Attorney advertising', 'hartnellbrow.com', 'en'],
])('a name ends before what is said of it: %s', (text, host, lang) => {
  const name = pageAddress(`<footer>${text}</footer>`, { host, lang, fields: ['organization_name'] });
  expect(name).toMatch(/^Hartnell Brow (?:Solicitors|Legal Limited|\(APLC\))$/);
});
