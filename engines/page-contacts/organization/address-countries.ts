import type { CountryCode } from 'libphonenumber-js/max';
import { placesIn } from '../phones/place-names.ts';

/** Country domains that sites elsewhere use. */
const WORLDWIDE = new Set(
  'co io me tv ai fm ly to cc ws nu la gg sh vc tk ml ga cf gq st ac sc im eu'.split(' '),
);
/** The country of most pages in a language that few other countries speak. */
const LANGUAGES: Readonly<Record<string, CountryCode>> = {
  da: 'DK',
  sv: 'SE',
  nb: 'NO',
  nn: 'NO',
  no: 'NO',
  fi: 'FI',
  is: 'IS',
  pl: 'PL',
  cs: 'CZ',
  sk: 'SK',
  hu: 'HU',
  ro: 'RO',
  bg: 'BG',
  hr: 'HR',
  sl: 'SI',
  sr: 'RS',
  el: 'GR',
  tr: 'TR',
  uk: 'UA',
  ru: 'RU',
  et: 'EE',
  lv: 'LV',
  lt: 'LT',
  it: 'IT',
  de: 'DE',
  fr: 'FR',
  ja: 'JP',
  ko: 'KR',
  th: 'TH',
  vi: 'VN',
  he: 'IL',
  id: 'ID',
  ms: 'MY',
};
/** Calling codes of countries whose postal codes resemble those of others. */
const CALLING: Readonly<Record<string, CountryCode>> = {
  '49': 'DE',
  '43': 'AT',
  '41': 'CH',
  '33': 'FR',
  '34': 'ES',
  '39': 'IT',
  '32': 'BE',
  '45': 'DK',
  '46': 'SE',
  '47': 'NO',
  '358': 'FI',
  '36': 'HU',
  '420': 'CZ',
  '421': 'SK',
  '40': 'RO',
  '359': 'BG',
  '385': 'HR',
  '386': 'SI',
  '381': 'RS',
  '30': 'GR',
  '90': 'TR',
  '380': 'UA',
  '372': 'EE',
  '352': 'LU',
  '354': 'IS',
  '52': 'MX',
  '91': 'IN',
  '60': 'MY',
  '66': 'TH',
  '62': 'ID',
  '82': 'KR',
  '84': 'VN',
  '64': 'NZ',
  '27': 'ZA',
  '63': 'PH',
  '966': 'SA',
  '972': 'IL',
  '254': 'KE',
  '212': 'MA',
  '86': 'CN',
  '81': 'JP',
  '357': 'CY',
  '423': 'LI',
  '51': 'PE',
  '57': 'CO',
  '593': 'EC',
  '54': 'AR',
  '56': 'CL',
  '598': 'UY',
  '92': 'PK',
  '94': 'LK',
  '880': 'BD',
  '977': 'NP',
  '20': 'EG',
  '216': 'TN',
  '213': 'DZ',
  '962': 'JO',
  '234': 'NG',
  '373': 'MD',
  '387': 'BA',
  '382': 'ME',
  '389': 'MK',
  '355': 'AL',
  '995': 'GE',
  '374': 'AM',
  '994': 'AZ',
  '998': 'UZ',
  '377': 'MC',
  '221': 'SN',
};

/** The countries that a page's address and language tell, likeliest first. */
export function pageCountries(host: string | null, lang: string | null): readonly CountryCode[] {
  const countries: CountryCode[] = [];
  const ending = host?.slice(host.lastIndexOf('.') + 1) ?? '';
  if (ending.length === 2 && !WORLDWIDE.has(ending))
    countries.push((ending === 'uk' ? 'GB' : ending.toUpperCase()) as CountryCode);
  const [language = '', region = ''] = (lang ?? '').toLowerCase().split(/[-_]/);
  if (countries.length === 0 && /^[a-z]{2}$/.test(region) && language !== 'en')
    countries.push(region.toUpperCase() as CountryCode);
  const known = LANGUAGES[language];
  if (known && countries.length === 0) countries.push(known);
  return countries;
}

/** The country that a text names, as its first one. Null: none. `Little Island` isn't Iceland. */
export function namedCountry(text: string): CountryCode | null {
  const isIsland = (start: number) =>
    text.startsWith('Island', start) && /\p{L} $/u.test(text.slice(0, start));
  return placesIn(text).find(({ kind, start }) => kind === 'country' && !isIsland(start))?.code ?? null;
}

/** The country of the first calling code in a text. */
export function calledCountry(text: string): CountryCode | null {
  for (const [, digits = ''] of text.matchAll(/(?:\+|\b00)(\d{1,3})/g))
    for (const length of [3, 2]) {
      const country = CALLING[digits.slice(0, length)];
      if (country) return country;
    }
  return null;
}
