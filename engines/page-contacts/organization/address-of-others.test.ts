import { describe, expect, test } from 'vitest';
import { streetCodeAndCity as address, pageAddress } from './test-page-address.ts';

describe('an address is read', () => {
  test.each([
    [
      'elements without spaces between them',
      'northbound.co',
      'en',
      '<footer><span>Northbound, LLC</span><span>718 Washington Ave N</span><span>Suite 502</span><span>Minneapolis, MN 55401</span><span>612.555.0187</span></footer>',
      '718 Washington Ave N, Suite 502 | 55401 | Minneapolis',
    ],
    [
      'the registered office in a sentence',
      'toiture.fr',
      'fr',
      'édité par la SARL Toiture, dont le siège social est situé 48 rue Marius Berliet, 69008 Lyon, immatriculée au RCS',
      '48 rue Marius Berliet | 69008 | Lyon',
    ],
    [
      'a street in small letters after the domicile',
      'aceites.mx',
      'es',
      'Aceites S. de R.L. de C.V., con domicilio en calle Lerdo No. 2150 Int. 6, Colonia Americana, Guadalajara, Jalisco, C.P. 44160, es responsable',
      'calle Lerdo No. 2150 Int. 6, Colonia Americana | 44160 | Guadalajara',
    ],
    [
      'a street that is named after a country',
      'spark.nz',
      'en',
      'Spark Ltd · 204 Antigua Street, Addington, Christchurch 8024 · 03 555 0118',
      '204 Antigua Street, Addington | 8024 | Christchurch',
    ],
    [
      'an Argentine code that starts like a country',
      'techos.com.ar',
      'es',
      '<p>Techos S.R.L.</p><p>Mitre 1267, B1900ASG La Plata</p>',
      'Mitre 1267 | B1900ASG | La Plata',
    ],
    [
      'a Belgian box',
      'bosquet.be',
      'fr',
      'Bosquet SRL<br>Rue Dansaert 206, boîte 11<br>1000 Bruxelles',
      'Rue Dansaert 206, boîte 11 | 1000 | Bruxelles',
    ],
    [
      'a Catalan floor',
      'garbi.com',
      'ca',
      '<p>Estudi Garbí SLP</p><p>Carrer de Pallars, 193, 3r 2a</p><p>08005 Barcelona</p>',
      'Carrer de Pallars, 193, 3r 2a | 08005 | Barcelona',
    ],
    [
      'a hall that is no trade fair',
      'ofenhaus.de',
      'de',
      'Ofenhaus e.K.<br>Tullastr. 72, Halle 3<br>79108 Freiburg',
      'Tullastr. 72, Halle 3 | 79108 | Freiburg',
    ],
    [
      'a street called Expo',
      'brightwater.com.au',
      'en',
      '3/47 Expo Court, Mount Waverley VIC 3149',
      '3/47 Expo Court | 3149 | Mount Waverley',
    ],
    [
      'a unit with a hash sign below its street',
      'tembusu.com.sg',
      'en',
      'Tembusu Pte Ltd<br>71 Ubi Road 1<br>#07-38 Oxley Bizhub<br>Singapore 408732',
      '71 Ubi Road 1, #07-38 Oxley Bizhub | 408732 | Singapore',
    ],
    [
      'an office whose name starts like a room',
      'bureauhavn.dk',
      'da',
      '<span>Bureau Havn A/S</span><span>Refshalevej 153A, 2. sal</span><span>DK-1432 København K</span>',
      'Refshalevej 153A, 2. sal | 1432 | København K',
    ],
    [
      'an area on the line above the street',
      'bassins.fr',
      'fr',
      'BASSINS<br>ZA de la Forêt<br>6, rue des Chênes<br>44830 BOUAYE',
      'ZA de la Forêt, 6, rue des Chênes | 44830 | BOUAYE',
    ],
    [
      'a building below the name',
      'pemberton.co.uk',
      'en',
      'Pemberton Shaw LLP<br>Craven House<br>31 High Street<br>Skipton<br>BD23 1DT',
      'Craven House, 31 High Street | BD23 1DT | Skipton',
    ],
    [
      'a house with the name of the company',
      'ashbrook.co.uk',
      'en',
      'whose registered office is at Ashbrook House, 14 Kingsditch Lane, Cheltenham, GL51 9PB.',
      'Ashbrook House, 14 Kingsditch Lane | GL51 9PB | Cheltenham',
    ],
    [
      'code and city on lines of their own',
      'arrieta.es',
      'es',
      '<p>Clínica Arrieta</p><p>Alameda de Urquijo 74, 2º Dcha.</p><p>48013</p><p>Bilbao</p>',
      'Alameda de Urquijo 74, 2º Dcha. | 48013 | Bilbao',
    ],
    [
      'a street in a city in a sentence',
      'cascade.com',
      'en',
      'Visit our showroom at 1280 SE Old Mill Road in Bend, Oregon 97702, right across from the trail.',
      '1280 SE Old Mill Road | 97702 | Bend',
    ],
    [
      'an Irish county after a comma and a new line',
      'ballynacally.ie',
      'en',
      'Ballynacally Ltd,<br>Unit 12, Gort Road Business Park,<br>Ennis,<br>Co. Clare,<br>V95 K7P2',
      'Unit 12, Gort Road Business Park | V95 K7P2 | Ennis',
    ],
    [
      'a city that is called like a label of phones',
      'gulf.com',
      'en',
      'Gulf Supply Inc<br>2914 Airport Blvd<br>Mobile, AL 36606',
      '2914 Airport Blvd | 36606 | Mobile',
    ],
    [
      'a Romanian code after its label',
      'somes.ro',
      'ro',
      '<p>Str. Fabricii nr. 93, bl. C2, sc. 1, ap. 4, Cluj-Napoca, jud. Cluj, cod poștal 400632</p>',
      'Str. Fabricii nr. 93, bl. C2, sc. 1, ap. 4 | 400632 | Cluj-Napoca',
    ],
    [
      'a kind of business without its word',
      'drainpros.com',
      'en',
      '<script type="application/ld+json">{"@type":"Plumber","name":"Drain Pros","address":{"streetAddress":"1835 Joyce Ave","addressLocality":"Columbus","postalCode":"43219"}}</script>',
      '1835 Joyce Ave | 43219 | Columbus',
    ],
  ])('%s', (_, host, lang, html, expected) => {
    expect(address(html, host, lang)).toBe(expected);
  });
});

describe('no address is taken from', () => {
  test.each([
    [
      'a list of dealers',
      'ironworks.com',
      'en',
      '<h2>Where to buy</h2><p>Our racks are sold through these dealers:</p><p>Gulf Supply<br>2914 Airport Blvd<br>Mobile, AL 36606</p><p>Steel Strength<br>1401 Penn Ave<br>Pittsburgh, PA 15222</p><p>Big Barbell<br>620 N Broadway<br>Billings, MT 59101</p>',
    ],
    [
      'the only dealer of a list',
      'ironworks.com',
      'en',
      '<p>Our racks are sold through these independent dealers:</p><p>Steel Strength<br>1401 Penn Ave<br>Pittsburgh, PA 15222</p>',
    ],
    [
      'a table of projects',
      'deccan.in',
      'en',
      '<h2>Completed projects</h2><table><tr><td>Sai Textiles</td><td>Plot 17, MIDC Road, Solapur 413006</td></tr><tr><td>St. Mary School</td><td>12 Baner Road, Pune 411045</td></tr></table>',
    ],
    [
      'news of a trade fair',
      'okna.pl',
      'pl',
      '<p>12.03.2024 Zapraszamy na targi Dom 2024, AmberExpo, ul. Żaglowa 11, 80-560 Gdańsk, stoisko 3.27.</p>',
    ],
    [
      'a finished project',
      'eco.com.au',
      'en',
      '<p>12 March 2024. We have finished 310 windows for Lendmark at 42 Harbour Street, Wollongong NSW 2500.</p>',
    ],
    [
      'a barn in a sentence',
      'builders.co.uk',
      'en',
      '<p>Value: £410,000. The 240 sq m barn at 3 Chapel Lane, Okehampton, Devon EX20 1XX was derelict.</p>',
    ],
    [
      'the dates of fairs',
      'craftfair.co.uk',
      'en',
      '<h1>Our fairs</h1><p>5–6 April – Cheltenham Town Hall, Imperial Square, GL50 1QA. Entry £6</p>',
    ],
    [
      'a service area',
      'shadesails.com.au',
      'en',
      '<p>We measure and install in Brisbane QLD 4000, Redcliffe QLD 4020 and Caloundra QLD 4551.</p>',
    ],
    [
      'the day of an event',
      'quilts.com',
      'en',
      '<p>April 4–6: Sioux Falls Center, 1201 N West Ave, Sioux Falls, SD 57104</p>',
    ],
    [
      'a trip',
      'fahrradwerk.de',
      'de',
      '<p>In Meißen haben wir im Gasthaus an der Burgstraße 11 (01662 Meißen) übernachtet.</p>',
    ],
  ])('%s', (_, host, lang, html) => {
    expect(address(html, host, lang)).toBe('- | - | -');
  });
});

describe('a register or tax number is read', () => {
  const number = (html: string, field: string) =>
    pageAddress(html, { host: 'acme.com', lang: 'en', fields: [field] });

  test.each([
    ['vat_number', 'Umsatzsteuer-ID gemäß § 27 a UStG: DE172386257', 'DE172386257'],
    ['vat_number', 'FN 298117p · ATU12447360', 'ATU12447360'],
    ['vat_number', '© Keukens nv – BE0468390927', 'BE0468390927'],
    ['vat_number', 'KvK 62817740 • btw NL855300085B01', 'NL855300085B01'],
    ['vat_number', 'Tel. 044 555 01 48 CHE-117.492.385 MWST', 'CHE-117.492.385MWST'],
    ['vat_number', 'p.iva 07141570635', '07141570635'],
    ['registration_number', 'UID CHE-171.598.362', 'CHE-171.598.362'],
    ['registration_number', 'Org. 911 759 144', '911759144'],
    ['registration_number', 'N° d’entreprise 0428.633.991', '0428.633.991'],
    ['registration_number', 'ondernemingsnummer 0432.503.994', '0432.503.994'],
    ['registration_number', 'Acme Oy | Y 2120410-9', '2120410-9'],
    ['registration_number', 'ΓΕΜΗ 141283704000', '141283704000'],
    ['registration_number', 'Company number 09812734 registered in England', '09812734'],
    ['registration_number', 'registered in England and Wales, OC342918', 'OC342918'],
    ['registration_number', 'PR 1288 AG Essen', '1288'],
    ['registration_number', 'Siret : 830 971 008 00016', '83097100800016'],
  ])('%s: %s', (field, html, expected) => {
    expect(number(html, field)).toBe(expected);
  });
});
