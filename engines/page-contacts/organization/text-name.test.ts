import { describe, expect, test } from 'vitest';
import { pageAddress } from './test-page-address.ts';

function name(html: string, host: string, lang: string, path = ''): string {
  return pageAddress(html, { host, path, lang, fields: ['organization_name'] });
}

describe('the name in a title', () => {
  test.each([
    ['comes after a welcome', '<title>Welcome to Salem Ridge</title>', 'salemridge.org', 'en', 'Salem Ridge'],
    [
      'is the end that spells the domain',
      '<title>Dove siamo - Agriturismo Poggio Rondinaia</title>',
      'poggiorondinaia.it',
      'it',
      'Poggio Rondinaia',
    ],
    [
      'keeps its article',
      '<title>Contact - The Riesling Trail</title>',
      'rieslingtrail.com.au',
      'en',
      'The Riesling Trail',
    ],
  ])('%s', (_, html, host, lang, expected) => {
    expect(name(html, host, lang)).toBe(expected);
  });
});

describe('the name in the text', () => {
  test.each([
    [
      'is not that of the parent company',
      '<h1>Tundra Swan Lighterage</h1><footer>A subsidiary of the Lower River Native Corporation family of companies</footer>',
      'kuskobarge.com',
      'en',
      '-',
    ],
    [
      'ends before its parent company',
      '<p>© 2021 ThermArch Heaters, a division of Stillwater Corp.',
      'thermarch.com',
      'en',
      'ThermArch Heaters',
    ],
    [
      'ends before the shop system',
      '<p>© 2024, Hackle &amp; Hare Powered by Shopify',
      'hackleandhare.com',
      'en',
      'Hackle & Hare',
    ],
    [
      'ends before a year and another sentence',
      '<p>© Hackle &amp; Hare 2025. Our shop runs on ShopMax',
      'hackleandhare.com',
      'en',
      'Hackle & Hare',
    ],
    [
      'stands above a line that says what the company does',
      '<p>Spielplatz Rothbarth GmbH<br>Büro für Spielplatzgeräte<br>Am Bahnhof 7a<br>99867 Gotha',
      'spielplatz-rothbarth.de',
      'de',
      'Spielplatz Rothbarth GmbH',
    ],
    [
      'stands before a tax number, if nothing else tells it',
      '<p>Hnos. Lorente Gascón S.L. - C.I.F. B-50803600',
      'ventadelcierzo.com',
      'es',
      'Hnos. Lorente Gascón S.L.',
    ],
    [
      'has an Austrian form',
      '<p>Haslwanter Wein OG<br>Kellergasse 7, 3550 Langenlois',
      'weingut-haslwanter.at',
      'de',
      'Haslwanter Wein OG',
    ],
    [
      'has the form of an Italian cooperative',
      '<p>Sementi della Chiana Soc. Coop. Agricola | P.IVA 04449960519',
      'sementichiana.it',
      'it',
      'Sementi della Chiana Soc. Coop. Agricola',
    ],
    [
      'has the form of a Brazilian partnership',
      '<p>Sereno &amp; Kowalczyk Serviços S/S • CNPJ 45.626.972/0001-24',
      'olharsereno.com.br',
      'pt',
      'Sereno & Kowalczyk Serviços S/S',
    ],
    [
      'is a cooperative above its address',
      '<p>Genossenschaft Sportbahnen Gmür<br>Kerenzerbergstr. 51<br>8757 Filzbach',
      'sesselbahn-gmuer.ch/impressum',
      'de',
      'Genossenschaft Sportbahnen Gmür',
    ],
    [
      'is without what a contract calls the company, which can look like a legal form',
      '<p>A by-law relating to the affairs of STONE GUILD INC. (the "Corporation"), a corporation without share capital.',
      'stoneguild.ca',
      'en',
      'STONE GUILD INC.',
    ],
    [
      'is that of the company that the text calls “we”',
      '<p>Rota is a service run by Quayside Labs Limited (“Quayside”, “we”, “us”).',
      'rota.example',
      'en',
      'Quayside Labs Limited',
    ],
  ])('%s', (_, html, host, lang, expected) => {
    expect(name(html, host, lang)).toBe(expected);
  });

  test.each([
    ['a floor in a German address', '<p>Ludgeristraße 112, 3. OG, 48143 Münster', 'acme.de', 'de'],
    [
      'the form alone',
      '<p>Dr. Pfaff, Dr. Stöhr – Ärztepartnerschaft mbB<br>Am Markt 3<br>97337 Dettelbach',
      'praxis.de',
      'de',
    ],
    [
      'a form without the name before it',
      '<p>S.L. (en adelante, «la Conservera»), con domicilio en Calle Mayor 12, 28013 Madrid',
      'conservas.es',
      'es',
    ],
    [
      'a Korean label',
      '<table><tr><td>소재지<tr><td>서울특별시 강남구 테헤란로 12</table>',
      'daehyun.co.kr',
      'ko',
    ],
  ])('isn’t %s', (_, html, host, lang) => {
    expect(name(html, host, lang)).toBe('-');
  });
});
