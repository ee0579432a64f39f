import { describe, expect, test } from 'vitest';
import { pageAddress } from './test-page-address.ts';

const NONE = '- | - | -';
const HOTELS =
  '<p>Hotel Ada, Main Street 4, Boise, ID 83702</p><p>Lodge Bea, 9 Oak Road, Boise, ID 83706</p>';

function address(html: string, host: string, lang: string, path = ''): string {
  return pageAddress(html, { host, path, lang, fields: ['street', 'postal_code', 'city'] });
}

describe('one of several addresses', () => {
  test('needs a sign that it is the company’s, where the page isn’t about the company', () => {
    expect(address(HOTELS, 'acme.com', 'en', 'hotels')).toBe(NONE);
    expect(address(HOTELS, 'acme.com', 'en')).toBe(NONE);
  });

  test('needs none on a contact page', () => {
    const html = '<p>12 High Street, Boise, ID 83702</p><p>9 Oak Road, Boise, ID 83706</p>';
    expect(address(html, 'acme.com', 'en', 'contact')).toBe('12 High Street | 83702 | Boise');
    expect(address(html, 'acme.com', 'en', 'stores')).toBe(NONE);
  });

  test('is that below a heading that asks people to come or write', () => {
    const html = `<title>Our customers</title>${HOTELS}<p>Museum, Elm Street 7, Boise, ID 83704</p><h3>Contact us</h3><p>12 High Street<br>Boise, ID 83702</p>`;
    expect(address(html, 'acme.com', 'en', 'references')).toBe('12 High Street | 83702 | Boise');
    const card = html.replace('Contact us', 'Hotel Cleo');
    expect(address(card, 'acme.com', 'en', 'references')).toBe(NONE);
  });

  test('is none of hotels in structured data', () => {
    const hotels = ['Hotel Ada', 'Lodge Bea'].map((name, index) => ({
      '@context': 'https://schema.org',
      '@type': 'LodgingBusiness',
      name,
      address: { streetAddress: `Elm Street ${index}`, addressLocality: 'Boise', postalCode: '83702' },
    }));
    const html = `<script type="application/ld+json">${JSON.stringify(hotels)}</script><h1>Places to stay</h1>`;
    expect(address(html, 'acme.com', 'en', 'stay')).toBe(NONE);
  });

  test('is none that a theme filled in', () => {
    const demo = {
      '@context': 'https://schema.org',
      '@type': 'LocalBusiness',
      name: 'Steelo Demo Company',
      address: {
        streetAddress: '123 Main Street, Suite 400',
        addressLocality: 'New York',
        postalCode: '10001',
      },
    };
    const html = `<script type="application/ld+json">${JSON.stringify(demo)}</script><p>123 Main Street, Suite 400, New York, NY 10001</p>`;
    expect(address(html, 'acme.in', 'en', 'contact')).toBe(NONE);
  });

  test('is none of a customer, in Arabic', () => {
    const html =
      '<p>سلوى كامل – فندق بالاس، 212 طريق الجيش، سيدي بشر، الإسكندرية 21611</p><p>أحمد – مدرسة المستقبل، 9 شارع مكرم عبيد، القاهرة 11765</p>';
    const page = `<title>آراء عملائنا – النيل الأزرق</title>${html}`;
    expect(address(page, 'bluenile.com.eg', 'ar', 'clients')).toBe(NONE);
  });

  test.each([
    [
      'fi',
      'Vastaanottoni on Keskus Onnen tiloissa, Kauppakatu 21 B, 40100 Jyväskylä.',
      'Kauppakatu 21 B | 40100 | Jyväskylä',
    ],
    [
      'en',
      'We’re on the stoep of the old mill, 19 Dorp Street, Tulbagh, 6820.',
      '19 Dorp Street | 6820 | Tulbagh',
    ],
  ])('is that where someone says to be (%s)', (lang, sentence, expected) => {
    const host = lang === 'fi' ? 'hieroja.fi' : 'kettle.co.za';
    const other =
      lang === 'fi' ? 'Kahvila Oy, Satamatie 2, 40100 Jyväskylä' : 'Farm Co-op, Martin Street 22, Paarl 7646';
    expect(address(`<p>${other}</p><p>${sentence}</p>`, host, lang, 'contact')).toBe(expected);
  });

  test('isn’t taken with the name of the company that has it', () => {
    const html = '<h2>Jobs</h2><p>Plant electrician, Acme Cement Works PLC, Mill Road 19, 80100 Mombasa</p>';
    expect(address(html, 'talent.co.ke', 'en', 'jobs')).toBe(NONE);
    const quebec =
      '<p>Isolation Dubois ltée, 45, rue Principale, Saint-Gervais, QC G0R 3C0</p><p>9, rue du Lac, Québec, QC G1K 3A1</p>';
    expect(address(quebec, 'toitures.ca', 'fr', 'contact')).toBe('9, rue du Lac | G1K 3A1 | Québec');
  });

  test('needs none beside a post box', () => {
    const html = '<p>P.O. Box 115, Boise, ID 83702</p><p>9 Oak Road, Boise, ID 83706</p>';
    expect(address(html, 'acme.com', 'en')).toBe('9 Oak Road | 83706 | Boise');
  });

  test.each([
    [
      'is that below the name of the company, a line between',
      'nami.lv',
      'lv',
      '<p>Birojs, Skolas iela 5, Cēsis, LV-4101</p><p>SIA „Baltic Nami“, reģ. nr. 40103862000.<br>Juridiskā adrese: Lielā iela 38-2, Jelgava, LV-3001</p>',
      'Lielā iela 38-2 | LV-3001 | Jelgava',
    ],
    [
      'is that where the company says that it is',
      'tasca.pt',
      'pt',
      '<p>Adega Mestre — Largo 5 de Outubro 3, 7160-218 Vila Viçosa</p><p>Estamos na Travessa do Poço, n.º 17, 7000-511 Évora, atrás da igreja</p>',
      'Travessa do Poço, n.º 17 | 7000-511 | Évora',
    ],
    [
      'is that of the head office, also beside a word for returns',
      'acme.com.br',
      'pt',
      '<p>Av. Rondon, 2350 – Uberlândia/MG – CEP 38408-404</p><p>Devoluções: operador logístico EntregaSul</p><p>Matriz: Avenida Vargas, 2847, Sala 3, Passo Fundo – RS, 99062-000</p>',
      'Avenida Vargas, 2847, Sala 3 | 99062-000 | Passo Fundo',
    ],
    [
      'is the first office, by a line that names its city',
      'rizzi.it',
      'it',
      '<p>Sede di Milano</p><p>Corso Magenta 56 - 20123 Milano</p><p>Sede di Bergamo</p><p>Via Venti 18 - 24122 Bergamo</p>',
      'Corso Magenta 56 | 20123 | Milano',
    ],
    [
      'is not the first row of a table with an address column',
      'musik.ch',
      'de',
      '<table><tr><th>Ort<th>Schulhaus<th>Adresse<tr><td>Weinfelden<td>Zentrum<td>Freiestrasse 26, 8570 Weinfelden<tr><td>Sulgen<td>Befang<td>Befangstrasse 12, 8583 Sulgen</table>',
      NONE,
    ],
    [
      'is not one named like the domain after its street',
      'nambucca.org.au',
      'en',
      '<p>Headland Surf<br>Shop 2, 19 Bowra Street, Nambucca Heads NSW 2448</p><p>Smash Repairs<br>88 Cooper Street, Macksville NSW 2447</p>',
      NONE,
    ],
    [
      'is not one that shows how to write it',
      'acme.com.tr',
      'tr',
      '<p>ALICI (örnek):<br>Teslimat adresi: Bağdat Caddesi No: 123, 34728 Kadıköy</p><p>SATICI:<br>Ünvanı: Acme Limited Şirketi<br>Adresi: Gül Mahallesi, 296. Sokak No: 8/3, 35100 Bornova</p>',
      '296. Sokak No: 8/3 | 35100 | Bornova',
    ],
    [
      'is not that of a member’s association after a dot',
      'acme.no',
      'no',
      '<p>Nord AS, Storgata 5, 7041 Trondheim</p><footer>© Acme AS · Medlem av Norsk Forening, Postboks 28, 0230 Oslo</footer>',
      NONE,
    ],
    [
      'is not in an open bracket after another name',
      'acme.fi',
      'fi',
      '<p>Nord Oy, Kauppakatu 5, 33100 Tampere</p><p>Toimintaa tukevat Museovirasto (Sturenkatu 2, 00510 Helsinki) ja kaupunki</p>',
      NONE,
    ],
    [
      'is not the placeholder in the text',
      'acme.com',
      'en',
      '<p>Market, 600 River Street, Boise, ID 83702</p><footer>Our Office<br>123 Main Street<br>Anytown, NY 10001</footer>',
      NONE,
    ],
    [
      'is without a postal code, if those with one are of others',
      'acme.pe',
      'es',
      '<p>Chasqui Courier S.A.C.<br>Av. Faucett 2823, Almacén 6<br>Callao 07031</p><footer>Acme Textiles S.A.C.<br>Domicilio fiscal: Calle Marta 318, Int. 2, Cercado, Arequipa</footer>',
      'Calle Marta 318, Int. 2, Cercado | - | Arequipa',
    ],
  ])('%s', (_, host, lang, html, expected) => {
    expect(address(html, host, lang)).toBe(expected);
  });
});

test('leaves out the company that a directory lists on a page of its own', () => {
  const data = {
    '@type': 'LocalBusiness',
    name: 'Al Saqr Coatings LLC',
    address: { '@type': 'PostalAddress', streetAddress: 'Street 3', addressLocality: 'Sharjah' },
  };
  const html = `<title>Al Saqr Coatings LLC, Sharjah - DuneFinder</title><script type="application/ld+json">${JSON.stringify(data)}</script><footer>© DuneFinder</footer>`;
  const fields = ['organization_name', 'street', 'city'];
  expect(pageAddress(html, { host: 'dunefinder.ae', path: 'al-saqr', lang: 'en', fields })).toBe(
    'DuneFinder | - | -',
  );
});

test('the names of hotels in structured data don’t tell the name of the site', () => {
  const hotel = (name: string) => ({ '@type': 'Hotel', name });
  const html = `<title>Hotels - Singgah</title><script type="application/ld+json">${JSON.stringify([hotel('Griya Kembang'), hotel('Puspa Merapi')])}</script><p>Griya Kembang<br>Jl. Prawiro No. 21, Yogyakarta 55153</p><p>Puspa Merapi<br>Jl. Kaliurang Km 12, Sleman 55581</p>`;
  const fields = ['organization_name', 'street'];
  expect(pageAddress(html, { host: 'singgah.id', path: 'hotels', lang: 'id', fields })).toBe('Singgah | -');
});

test.each([
  ['acme.bg', 'bg', '1000 София, ул. Шипка 5', 'ул. Шипка 5 | 1000 | София'],
  ['acme.hr', 'hr', '10000 Zagreb, Ilica 5', 'Ilica 5 | 10000 | Zagreb'],
  ['acme.pl', 'pl', '00-001 Warszawa, ul. Prosta 5', 'ul. Prosta 5 | 00-001 | Warszawa'],
  [
    'acme.ro',
    'ro',
    'Str. Zahăr nr. 86, hala 3, 400624 Cluj-Napoca',
    'Str. Zahăr nr. 86, hala 3 | 400624 | Cluj-Napoca',
  ],
  [
    'acme.ma',
    'fr',
    'Acme SARL, sise au 47, boulevard Slimane, 20250 Casablanca',
    '47, boulevard Slimane | 20250 | Casablanca',
  ],
  ['acme.fi', 'fi', 'Löydät meidät osoitteesta Myllykuja 7, 24800 Halikko', 'Myllykuja 7 | 24800 | Halikko'],
  [
    'acme.com.co',
    'es',
    'Carrera 23 # 62-39, Manizales, Caldas, Colombia, 170004',
    'Carrera 23 # 62-39 | 170004 | Manizales',
  ],
  [
    'acme.com.tr',
    'tr',
    'Ostim OSB Mah. 1231. Cadde No: 46, 06374 Yenimahalle',
    'Ostim OSB Mah. 1231. Cadde No: 46 | 06374 | Yenimahalle',
  ],
  ['acme.nc', 'fr', '41 rue Iékawé, 98890 Païta', '41 rue Iékawé | 98890 | Païta'],
  [
    'acme.nl',
    'nl',
    '<p>Kantooradres<br>Gilde 23<br>Postcode en plaats<br>7471 DK Goor</p>',
    'Gilde 23 | 7471 DK | Goor',
  ],
])('%s, %s: %s', (host, lang, html, expected) => {
  expect(address(html, host, lang)).toBe(expected);
});

test.each([
  ['the same city', 'Ludlow', '37 Corve Street | SY8 1DB | Ludlow'],
  ['an area', 'Shropshire & Herefordshire', '37 Corve Street | SY8 1DB | Ludlow'],
  ['another city', 'Hereford', '- | - | Hereford'],
])('structured data with nothing but %s', (_, city, expected) => {
  const data = {
    '@type': 'Optician',
    name: 'Fennimore',
    address: { addressLocality: city, addressCountry: 'GB' },
  };
  const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><p>Fennimore<br>37 Corve Street, Ludlow, Shropshire, SY8 1DB`;
  expect(address(html, 'fennimore.co.uk', 'en')).toBe(expected);
});
