import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { pageOrganization } from './page-organization.ts';
import { streetCodeAndCity as address, pageAddress } from './test-page-address.ts';

describe('a street has all its parts', () => {
  test.each([
    [
      'acme.com',
      'en',
      'HQ - 350 Fifth Avenue, 21st Floor - New York, NY - 10118',
      '350 Fifth Avenue, 21st Floor | 10118 | New York',
    ],
    [
      'acme.com',
      'en',
      'Address 2200 College Blvd Santa Clara, CA 95054 Phone (408) 555-0110',
      '2200 College Blvd | 95054 | Santa Clara',
    ],
    [
      'acme.com',
      'en',
      '100 Congress Ave Ste 200 Austin, TX 78701',
      '100 Congress Ave Ste 200 | 78701 | Austin',
    ],
    [
      'acme.com',
      'en',
      'Our office 500 Pine Street #12 Portland, OR 97205',
      '500 Pine Street #12 | 97205 | Portland',
    ],
    ['acme.com', 'en', '6001 Park Blvd., Madison, Wis. 53719', '6001 Park Blvd. | 53719 | Madison'],
    [
      'toits.ca',
      'fr',
      '1250 boul. René-Lévesque O, bureau 2200, Montréal (Québec) H3B 4W8',
      '1250 boul. René-Lévesque O, bureau 2200 | H3B 4W8 | Montréal',
    ],
    [
      'taller.es',
      'es',
      'Pol. Ind. Malpica, c/ F, nave 12, 50016 Zaragoza',
      'Pol. Ind. Malpica, c/ F, nave 12 | 50016 | Zaragoza',
    ],
    [
      'maler-abt.es',
      'es',
      'Pol. Ind. Norte, C/ Real, Nave 4, 50001 Zaragoza',
      'Pol. Ind. Norte, C/ Real, Nave 4 | 50001 | Zaragoza',
    ],
    [
      'lojas.pt',
      'pt',
      'Rua do Norte, 55 R/C Esq., 4050-379 Porto',
      'Rua do Norte, 55 R/C Esq. | 4050-379 | Porto',
    ],
    [
      'lojas.com.br',
      'pt-BR',
      'R. Alta, 1.245 - Loja 2, Curitiba - PR, 80010-010',
      'R. Alta, 1.245 - Loja 2 | 80010-010 | Curitiba',
    ],
    [
      'dom.ru',
      'ru',
      '195027, Санкт-Петербург, пр-кт Энергетиков, д. 10, лит. А, пом. 15',
      'пр-кт Энергетиков, д. 10, лит. А, пом. 15 | 195027 | Санкт-Петербург',
    ],
    [
      'mill.co.uk',
      'en',
      'Unit 4<br>Mill Trading Estate<br>Mill Road<br>Poole<br>BH15 2AA',
      'Unit 4, Mill Trading Estate, Mill Road | BH15 2AA | Poole',
    ],
    [
      'blocks.in',
      'en',
      'A-20, Shiv Plaza, Ring Road, Surat 395002',
      'A-20, Shiv Plaza, Ring Road | 395002 | Surat',
    ],
    ['kovo.cz', 'cs', 'č.p. 147<br>588 13 Polná', 'č.p. 147 | 588 13 | Polná'],
    [
      'pont.fr',
      'fr',
      '12 rue du Pont, CS 30001, 67085 Strasbourg',
      '12 rue du Pont, CS 30001 | 67085 | Strasbourg',
    ],
    ['logs.com.au', 'en', 'Lot 12 Long Road Healesville VIC 3777', 'Lot 12 Long Road | 3777 | Healesville'],
    [
      'savoie.fr',
      'fr',
      '73, chemin du Lac<br>BP 20<br>73370 LE BOURGET',
      '73, chemin du Lac, BP 20 | 73370 | LE BOURGET',
    ],
    [
      'lago.pt',
      'pt',
      'Urb. Quinta do Lago, Lote 12 - Loja B<br>8135-024 Almancil',
      'Urb. Quinta do Lago, Lote 12 - Loja B | 8135-024 | Almancil',
    ],
    [
      'tower.co.id',
      'id',
      'Gedung Mega Lt. 5, Jl. Jend. Sudirman Kav. 52, Jakarta 12190',
      'Gedung Mega Lt. 5, Jl. Jend. Sudirman Kav. 52 | 12190 | Jakarta',
    ],
    [
      'pasir.sg',
      'en',
      'Block 21 Kallang Avenue #05-165 Mapletree, S 339412',
      'Block 21 Kallang Avenue #05-165 Mapletree | 339412 | Singapore',
    ],
    [
      'print.ph',
      'en',
      '3/F ABC Bldg., 2251 Chino Roces Ave., Makati City 1231, Metro Manila',
      '3/F ABC Bldg., 2251 Chino Roces Ave. | 1231 | Makati City',
    ],
    ['candy.ua', 'uk', '79000, Україна, м. Львів, пл. Ринок, 3', 'пл. Ринок, 3 | 79000 | м. Львів'],
    ['havn.dk', 'da', 'Havnevej 3, baghuset, 9000 Aalborg', 'Havnevej 3, baghuset | 9000 | Aalborg'],
    ['a2.de', 'de', 'A2 GmbH, Hauptstr. 3, 50667 Köln', 'Hauptstr. 3 | 50667 | Köln'],
  ])('of %s', (host, lang, html, expected) => expect(address(`<p>${html}</p>`, host, lang)).toBe(expected));

  test('but not the name of the company', () => {
    const html = '<p>Alfa Works Pvt. Ltd.<br>Plot 4, Ring Road, Surat 395002</p>';
    expect(address(html, 'alfa.in', 'en')).toBe('Plot 4, Ring Road | 395002 | Surat');
  });
});

test.each([
  [
    'agenciamandacaru.com.br',
    'pt',
    '<span>Agência Mandacaru</span> <span>Av. Eng. Ferreira, 2160, sala 14</span>, Recife/PE, 51111-020',
    'Av. Eng. Ferreira, 2160, sala 14 | 51111-020 | Recife',
  ],
  [
    'harborviewdental.com',
    'en',
    '<b>Harborview Dental</b> 410 Water Street, Suite 2, Mystic, CT 06355',
    '410 Water Street, Suite 2 | 06355 | Mystic',
  ],
  [
    'lojadobairro.pt',
    'pt',
    '<h2>Loja e armazém</h2><p>Zona Industrial de Taboeira, Lote 17<br>3800-055 Aveiro</p>',
    'Zona Industrial de Taboeira, Lote 17 | 3800-055 | Aveiro',
  ],
  [
    'andina.pe',
    'es',
    '<strong>Oficina</strong><br>Urb. Magisterio, Jr. Los Nogales C-14<br>Cusco 08002, Perú',
    'Urb. Magisterio, Jr. Los Nogales C-14 | 08002 | Cusco',
  ],
])('nor a label or the name of the site before it: %s', (host, lang, html, expected) => {
  expect(address(html, host, lang)).toBe(expected);
});

test.each([
  ['Am Markt 1, 91541 Rothenburg o.d.T.', 'Rothenburg o.d.T.'],
  ['Zeil 4, 60313 Frankfurt a. M.', 'Frankfurt a. M.'],
  ['Ring 4, 91413 Neustadt a.d. Aisch. Tel. 0911 123456', 'Neustadt a.d. Aisch'],
  ['Ring 4, 80331 München. Wir sind da.', 'München'],
])('a city has what follows its name: %s', (html, expected) => {
  expect(pageAddress(html, { host: 'firma.de', lang: 'de', fields: ['city'] })).toBe(expected);
});

describe('a postal code is found', () => {
  test.each([
    [
      'after its label',
      'bees.ie',
      'en',
      'Main Street, Ballyvaughan, Co. Clare<br>Eircode: H91 X0RP',
      'Main Street | H91 X0RP | Ballyvaughan',
    ],
    [
      'after a Greek label',
      'naus.gr',
      'el',
      'Όθωνος Αμαλίας 44, Τ.Κ. 262 23, Πάτρα',
      'Όθωνος Αμαλίας 44 | 262 23 | Πάτρα',
    ],
    [
      'after a bar',
      'cider.ca',
      'en',
      '14 Long Road | Summerland BC | V0H 1Z0',
      '14 Long Road | V0H 1Z0 | Summerland',
    ],
    [
      'after a county and a period',
      'garage.co.uk',
      'en',
      'A38 Bristol Road, Wellington, Somerset. TA21 0AB',
      'A38 Bristol Road | TA21 0AB | Wellington',
    ],
    [
      'before a region and a city',
      'sibir.ru',
      'ru',
      '630099, Новосибирская область, г. Новосибирск, Красный проспект, 25',
      'Красный проспект, 25 | 630099 | г. Новосибирск',
    ],
    [
      'before a short word for a city',
      'plovdiv.bg',
      'bg',
      'бул. Шосе 21, ет. 2<br>4004 гр. Пловдив',
      'бул. Шосе 21, ет. 2 | 4004 | гр. Пловдив',
    ],
    [
      'after a country',
      'castle.co.uk',
      'en',
      '3 Castle Gate, Norwich, Norfolk, England, NR1 3DD',
      '3 Castle Gate | NR1 3DD | Norwich',
    ],
    [
      'in a line between street and city',
      'brasil.com.br',
      'pt-BR',
      'Av. Brasil, 500<br>Jardim América<br>CEP 79002-000<br>Campo Grande - MS',
      'Av. Brasil, 500, Jardim América | 79002-000 | Campo Grande',
    ],
    [
      'at the end of a Korean address',
      'bonsa.kr',
      'ko',
      '서울특별시 강남구 테헤란로 152, 33층 06236',
      '강남구 테헤란로 152, 33층 | 06236 | 서울특별시',
    ],
    [
      'before a Korean province',
      'glass.co.kr',
      'ko',
      '(15588) 경기도 안산시 단원구 별망로 59',
      '단원구 별망로 59 | 15588 | 안산시',
    ],
  ])('%s', (_, host, lang, html, expected) => expect(address(`<p>${html}</p>`, host, lang)).toBe(expected));

  test('with its region in the next line', () => {
    const page = extractPage(
      '<p>Plot 4, Ring Road, Kozhikode - 673 004<br>Kerala, India</p>',
      'https://www.alfa.in/',
      { now: () => 0, organization: pageOrganization },
    );
    expect(page.organization.find(({ field }) => field === 'region')?.value).toBe('Kerala');
  });
});

describe('of several addresses', () => {
  test.each([
    [
      'the one for visitors counts, not the one for letters',
      'tra.se',
      'sv',
      '<h3>Besöksadress</h3><p>Lagergatan 8, plan 3<br>415 11 Göteborg</p><h3>Postadress</h3><p>Box 2233, 403 14 Göteborg</p>',
      'Lagergatan 8, plan 3 | 415 11 | Göteborg',
    ],
    [
      'a post box counts less',
      'logs.com',
      'en',
      '<p>P.O. Box 115, Bozeman, MT 59719</p><p>35 Rimrock Trail, Bozeman, MT 59718</p>',
      '35 Rimrock Trail | 59718 | Bozeman',
    ],
    [
      'the one with the details of the company counts',
      'okna.pl',
      'pl',
      '<h3>Salon</h3><p>ul. Lwowska 11<br>22-400 Zamość</p><h3>Dane firmy</h3><p>ul. Turystyczna 36<br>20-207 Lublin</p>',
      'ul. Turystyczna 36 | 20-207 | Lublin',
    ],
  ])('%s', (_, host, lang, html, expected) => expect(address(html, host, lang)).toBe(expected));
});

test('reads a code and a city with one label', () => {
  const html =
    '<table><tr><td>Straße:</td><td>Gewerbepark 3a</td></tr><tr><td>PLZ / Ort:</td><td>93055 Regensburg</td></tr></table>';
  expect(address(html, 'hartwig.de', 'de')).toBe('Gewerbepark 3a | 93055 | Regensburg');
});

test.each([
  ['okna.pl', '<p>Alfa i Beta sp. j.<br>ul. Długa 36<br>20-207 Lublin</p>', 'Alfa i Beta sp. j.'],
  ['glass.co.kr', '<p>상호명: (주)대한유리 | 대표자: 이정호</p>', '(주)대한유리'],
  [
    'bauer.fr',
    '<p>Le site est édité par la société BAUER FORGE, SAS au capital de 50 000 euros</p>',
    'BAUER FORGE, SAS',
  ],
  ['mat.bg', '<p>„Мат“ ЕООД<br>бул. Шосе 21<br>4004 Пловдив</p>', 'Мат ЕООД'],
])('reads the name on %s', (host, html, name) => {
  const page = extractPage(html, `https://www.${host}/`, { now: () => 0, organization: pageOrganization });
  expect(page.organization.find(({ field }) => field === 'organization_name')?.value).toBe(name);
});

test.each([
  ['ЕИК 115123456', '115123456'],
  ['immatriculée au RCS de Saverne sous le numéro 432 109 876', '432109876'],
])('reads the register number of %s', (html, number) => {
  const page = extractPage(`<p>${html}</p>`, null, { now: () => 0, organization: pageOrganization });
  expect(page.organization.find(({ field }) => field === 'registration_number')?.value).toBe(number);
});

test('the name of the site is no part of the street', () => {
  const html = '<p>Mill House Nursery, 5 High Street, Bury BL9 0AB</p>';
  expect(address(html, 'millhouse.co.uk', 'en')).toBe('5 High Street | BL9 0AB | Bury');
  const street = '<p>Park Street, Suite 5, Troy, NY 12180</p>';
  expect(address(street, 'parkstreetdental.com', 'en')).toBe('Park Street, Suite 5 | 12180 | Troy');
});

test.each(['Avda. Mar, 12', 'Av. Pres. Vargas, 12'])('a short word does not end %s', (street) =>
  expect(address(`<p>${street} · 29640 Fuengirola</p>`, 'sol.es', 'es')).toBe(
    `${street} | 29640 | Fuengirola`,
  ),
);

describe('a street has nothing of the sentence before it', () => {
  test.each([
    ['laden.de', 'de', 'Über 20 Filialen, Hauptstr. 1, 80331 München', 'Hauptstr. 1 | 80331 | München'],
    ['laden.de', 'de', 'Besuchen Sie uns im Steinweg 4, 80331 München', 'Steinweg 4 | 80331 | München'],
    [
      'cafe.fr',
      'fr',
      'Ouvert 7 jours sur 7, 3 place Bellecour, 69002 Lyon',
      '3 place Bellecour | 69002 | Lyon',
    ],
    ['tienda.es', 'es', 'Más de 30 años, Calle Sol 4, 41001 Sevilla', 'Calle Sol 4 | 41001 | Sevilla'],
    ['negozio.it', 'it', 'Oltre 12 negozi, Via Po 9, 10124 Torino', 'Via Po 9 | 10124 | Torino'],
    ['butik.dk', 'da', 'Åbent 8-16, Vestergade 12, 8000 Aarhus C', 'Vestergade 12 | 8000 | Aarhus C'],
    [
      'butikk.no',
      'no',
      'Besøk oss i 2. etasje, Storgata 4, 0155 Oslo',
      '2. etasje, Storgata 4 | 0155 | Oslo',
    ],
    ['store.com', 'en', '320 reviews, 77 Beacon St, Boston, MA 02108', '77 Beacon St | 02108 | Boston'],
    ['store.com', 'en', 'Family-owned since 1985. 77 Oak St, Boston, MA 02108', '77 Oak St | 02108 | Boston'],
    ['store.com', 'en', '12 Stores Road, Boston, MA 02108', '12 Stores Road | 02108 | Boston'],
  ])('%s: %s: %s', (host, lang, html, expected) => {
    expect(address(html, host, lang)).toBe(expected);
  });
});
