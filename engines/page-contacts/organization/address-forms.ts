import type { CountryCode } from 'libphonenumber-js/max';

/** How the postal codes of a country are written. */
export interface AddressForm {
  country: CountryCode;
  /** without anchors */
  code: RegExp;
  /** `before`: the code precedes the city; `after`: it follows */
  order: 'before' | 'after';
  /** only this country writes codes like this, at least with a region */
  sure: boolean;
  /** a region must stand between city and code */
  needsRegion: boolean;
  /** the street may follow the city */
  streetAfter: boolean;
  /** only in brackets: `à Carhaix (29270)` */
  inBrackets: boolean;
}

/**
 * `country order code`, with `!` after the country: no other country writes codes like this, `+`: the same with a region
 * before the code, which must be there, `>`: the street may follow the city, `)`: only in brackets.
 */
const FORMS = String.raw`
US+ after \d{5}(?:-\d{4})?
CA+ after [A-CEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d
AU+ after \d{4}
GB! after [A-PR-UWYZ][A-HK-Y]?\d[A-HJKMNP-Y\d]? ?\d[ABD-HJLNP-UW-Z]{2}
IE! after [AC-FHKNPRTV-Y]\d[\dW] ?[AC-FHKNPRTV-Y\d]{4}
NL! before (?:NL-? ?)?[1-9]\d{3} ?[A-Z]{2}
PT! before (?:P-)?\d{4}-\d{3}
PL!> before (?:PL-? ?)?\d{2}-\d{3}
PL!> after \d{2}-\d{3}
BR! before (?:CEP:? ?)?\d{2}\.?\d{3}-\d{3}
BR! after (?:CEP:? ?)?\d{2}\.?\d{3}-\d{3}
SG! after \d{6}
LV! after LV-? ?\d{4}
LT!> before LT-? ?\d{5}
LT> before \d{5}
LU! before L-? ?\d{4}
CL before \d{7}
AR! before [A-HJ-NP-Z]\d{4}[A-Z]{3}
AR! after [A-HJ-NP-Z]\d{4}[A-Z]{3}
AR! before [A-HJ-NP-Z]\d{4}
AR! after [A-HJ-NP-Z]\d{4}
AR before \d{4}
MT after [A-Z]{3} ?\d{4}
DE before (?:DE?-? ?)?\d{5}
FR before (?:FR?-)?\d{5}
FR)> after \d{5}
ES before (?:ES?-)?\d{5}
ES)> after \d{5}
IT before (?:IT?-)?\d{5}
IT)> after \d{5}
FI before (?:FI?N?-)?\d{5}
HR> before (?:HR-)?\d{5}
RS> before (?:RS-?)?\d{5}
MX before (?:C\.? ?P\.?:? ?)?\d{5}
MX after C\.? ?P\.?:? ?\d{5}
MX after \d{5}
TR before \d{5}
TR after \d{5}
EE before (?:EE-?)?\d{5}
UA> before \d{5}
UA after \d{5}
MA before \d{5}
MY before \d{5}
TH after \d{5}
ID after \d{5}
KR after \d{5}
SA after \d{5}(?:-\d{4})?
KE after \d{5}
KE before \d{5}
GR> before (?:GR-? ?)?\d{3} ?\d{2}
GR after (?:GR-? ?)?\d{3} ?\d{2}
SE before (?:SE?-)?\d{3} ?\d{2}
CZ> before (?:CZ-)?\d{3} ?\d{2}
SK> before (?:SK-)?\d{3} ?\d{2}
AT before (?:AT?-)?\d{4}
CH before (?:CH-)?\d{4}
LI before (?:FL-|LI-)?94\d{2}
BE> before (?:BE?-)?\d{4}
DK before (?:DK-)?\d{4}
NO before (?:NO?-)?\d{4}
HU> before (?:HU?-)?\d{4}
BG> before (?:BG-)?\d{4}
SI> before (?:SI-)?\d{4}
LU before \d{4}
CY before (?:CY-)?\d{4}
NZ after \d{4}
ZA after \d{4}
PH before \d{4}
PH after \d{4}
IS before (?:IS-)?\d{3}
IN after \d{3} ?\d{3}
RO> before (?:RO-)?\d{6}
RO after \d{6}
RU> before \d{6}
RU after \d{6}
BY> before \d{6}
KZ> before \d{6}
CN after \d{6}
VN after \d{6}
PE after \d{5}
PE before \d{5}
CO after \d{6}
CO before \d{6}
EC after \d{6}
EC before \d{6}
UY before \d{5}
CR before \d{5}
DO before \d{5}
GT before \d{5}
PK after \d{5}
LK after \d{5}
BD after \d{4}
NP after \d{5}
EG after \d{5}
TN before \d{4}
DZ before \d{5}
JO after \d{5}
NG after \d{6}
MD before (?:MD-?)?\d{4}
BA> before \d{5}
ME> before \d{5}
MK> before \d{4}
AL after \d{4}
GE> before \d{4}
AM> before \d{4}
AZ before AZ ?\d{4}
AZ after AZ ?\d{4}
UZ> before \d{6}
MC before 980\d{2}
NC before 988\d{2}
PF before 987\d{2}
RE before 974\d{2}
GP before 971\d{2}
MQ before 972\d{2}
GF before 973\d{2}
SN before \d{5}
JP after \d{3}-\d{4}
IL after \d{7}|\d{5}
`;

export const ADDRESS_FORMS: readonly AddressForm[] = FORMS.trim()
  .split('\n')
  .map((line) => {
    const [, country = '', flags = '', order = '', code = ''] =
      /^([A-Z]{2})([!+>)]*) (\w+) (.+)$/.exec(line) ?? [];
    return {
      country: country as CountryCode,
      code: new RegExp(code),
      order: order as AddressForm['order'],
      sure: /[!+]/.test(flags),
      needsRegion: flags.includes('+'),
      streetAfter: flags.includes('>'),
      inBrackets: flags.includes(')'),
    };
  });

/** Country letters before a code: `D-50674`. */
const LETTERS: Readonly<Record<string, CountryCode>> = {
  D: 'DE',
  DE: 'DE',
  A: 'AT',
  AT: 'AT',
  CH: 'CH',
  FL: 'LI',
  F: 'FR',
  FR: 'FR',
  I: 'IT',
  IT: 'IT',
  E: 'ES',
  ES: 'ES',
  B: 'BE',
  BE: 'BE',
  DK: 'DK',
  N: 'NO',
  NO: 'NO',
  S: 'SE',
  SE: 'SE',
  FI: 'FI',
  FIN: 'FI',
  H: 'HU',
  HU: 'HU',
  SI: 'SI',
  HR: 'HR',
  SK: 'SK',
  CZ: 'CZ',
  BG: 'BG',
  RO: 'RO',
  GR: 'GR',
  EE: 'EE',
  CY: 'CY',
  IS: 'IS',
  RS: 'RS',
  L: 'LU',
  LV: 'LV',
  LT: 'LT',
  LI: 'LI',
};

/** The country of a code with letters, and null for one without. */
export function countryOfLetters(code: string): CountryCode | null {
  // Argentina's codes start with the letter of a province: `B1900ASG`.
  if (/^[A-Z]\d{4}(?:[A-Z]{3})?$/.test(code)) return null;
  return LETTERS[/^([A-Z]{1,3})-? ?\d{3}/.exec(code)?.[1] ?? ''] ?? null;
}

/** What isn't a part of a code: country letters, labels. */
export function plainCode(code: string, country: CountryCode): string {
  const plain = code.replace(/^(?:CEP|C\.? ?P\.?):? ?/, '').replace(/^(\d{2})\.(?=\d{3}-\d{3}$)/, '$1');
  return country === 'LV' || country === 'LT' || country === 'MT'
    ? plain
    : plain.replace(/^[A-Z]{1,3}-/, '').replace(/^(?:NL|PL|GR|DE|D|L) (?=\d)/, '');
}
