import { describe, expect, test } from 'vitest';
import { streetCodeAndCity as address, pageAddress } from './test-page-address.ts';

describe('an address is read with what people write beside it', () => {
  test.each([
    [
      'praxis.de',
      'de',
      'Am Markt 3 (Rückgebäude, 1. OG)<br>97337 Dettelbach',
      'Am Markt 3 (Rückgebäude, 1. OG) | 97337 | Dettelbach',
    ],
    [
      'dental.com',
      'en',
      '6140 Loop Rd, Ste 103<br>(across from Banner Hospital, 6644 Loop Rd)<br>Mesa, Arizona 85206',
      '6140 Loop Rd, Ste 103 | 85206 | Mesa',
    ],
    [
      'tapioca.com.br',
      'pt-BR',
      'Rua Alta, 318, Espinheiro (esquina com a Rua da Hora), Recife/PE, CEP 52021-050',
      'Rua Alta, 318, Espinheiro | 52021-050 | Recife',
    ],
    [
      'weingut.at',
      'de',
      '🏠 Kellergasse 7, 3550 Langenlois<br>☎ 02734 000',
      'Kellergasse 7 | 3550 | Langenlois',
    ],
    [
      'pumps.in',
      'en',
      '304, 3rd Floor, Shubham Arcade, Opp. Canara Bank, Karve Main Road, Pune – 411 052',
      '304, 3rd Floor, Shubham Arcade, Opp. Canara Bank, Karve Main Road | 411 052 | Pune',
    ],
    [
      'hostal.es',
      'es',
      'Autovía A-23, salida 255 (km 254,800)<br>50400 Cariñena',
      'Autovía A-23, salida 255 (km 254,800) | 50400 | Cariñena',
    ],
    [
      'podere.it',
      'it',
      'S.P. 19 km 6,200 - Loc. Rondinaia, 12 • 53042 Chianciano Terme (SI)',
      'S.P. 19 km 6,200 - Loc. Rondinaia, 12 | 53042 | Chianciano Terme',
    ],
  ])('%s: %s: %s', (host, lang, html, expected) => {
    expect(address(html, host, lang)).toBe(expected);
  });
});

describe('an address is read with its code in another place', () => {
  test.each([
    [
      'ponteggi.it',
      'it',
      'Ponteggi S.R.L., con sede legale in Sarno (SA), alla Via Ingegno snc, CAP 84087, P. IVA 06781450652',
      'Via Ingegno snc | 84087 | Sarno',
    ],
    [
      'taller.es',
      'es',
      'Taller S.L. con domicilio social en Madrid, Calle Serrano, 41, 28001 y NIF B12345678',
      'Calle Serrano, 41 | 28001 | Madrid',
    ],
    [
      'atelier.fr',
      'fr',
      'Atelier SAS, dont le siège social est à Paris (75011), 12 rue Oberkampf',
      '12 rue Oberkampf | 75011 | Paris',
    ],
    [
      'menuiserie.fr',
      'fr',
      'dont le siège est situé 6 rue des Charpentiers à Carhaix (29270)',
      '6 rue des Charpentiers | 29270 | Carhaix',
    ],
    ['taller.es', 'es', 'Calle Mayor 12, Madrid (28013)', 'Calle Mayor 12 | 28013 | Madrid'],
    [
      'cafe.com.br',
      'pt-BR',
      'Rua Braz, 245, Centro - CEP: 37.500-000 - Itajubá / MG',
      'Rua Braz, 245, Centro | 37500-000 | Itajubá',
    ],
    [
      'cafe.com.br',
      'pt-BR',
      'Rua Braz, 245 - Centro - CEP 37500-000 - Itajubá - MG',
      'Rua Braz, 245 - Centro | 37500-000 | Itajubá',
    ],
    [
      'clinica.com.br',
      'pt-BR',
      '<span>Av. República Argentina, 2.990</span><span>Água Verde – Curitiba/PR</span><span>80610-260</span>',
      'Av. República Argentina, 2.990, Água Verde | 80610-260 | Curitiba',
    ],
    [
      'kovar.cz',
      'cs',
      'Kovář s.r.o. se sídlem Na Hrázi 1188/4a, 180 00 Praha 8',
      'Na Hrázi 1188/4a | 180 00 | Praha 8',
    ],
    [
      'kosci.pl',
      'pl',
      'Kosci Sp. z o.o. z siedzibą w Białymstoku przy ul. Składowej 14, 15-399 Białystok, KRS',
      'ul. Składowej 14 | 15-399 | Białystok',
    ],
    [
      'transwik.pl',
      'pl',
      'Transwik S.A. z siedzibą w Goleniowie (72-100), Łozienica, ul. Prosta 31B. Inspektor: Jan Nowak',
      'ul. Prosta 31B | 72-100 | Łozienica',
    ],
  ])('%s: %s: %s', (host, lang, html, expected) => {
    expect(address(html, host, lang)).toBe(expected);
  });

  test('and a South African region after it', () => {
    const fields = ['street', 'city', 'region'];
    expect(
      pageAddress('Farm Witpan 117, District Askham, 8814, Northern Cape', {
        host: 'farm.co.za',
        lang: 'en',
        fields,
      }),
    ).toBe('Farm Witpan 117 | Askham | Northern Cape');
  });
});

test('a number in brackets that isn’t beside a city is no postal code in France', () => {
  expect(address('6 rue des Charpentiers, modèle (29270)', 'menuiserie.fr', 'fr')).toBe('- | - | -');
});
