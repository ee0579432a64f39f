/** A tax or company register number on a page. */
export interface RegisterNumber {
  kind: 'vat_number' | 'registration_number';
  /** without spaces and, for tax numbers, in capitals */
  value: string;
  /** with its label */
  written: string;
}

/** VAT numbers of the European Union, Great Britain, Norway and Switzerland, with their country letters. */
const VAT =
  '(?:ATU ?\\d{8}|BE ?[01]?\\d{3}[ .]?\\d{3}[ .]?\\d{3}|BG ?\\d{9,10}|CY ?\\d{8}[A-Z]|CZ ?\\d{8,10}|DE ?\\d{3} ?\\d{3} ?\\d{3}|DK ?\\d{2} ?\\d{2} ?\\d{2} ?\\d{2}|EE ?\\d{9}|(?:EL|GR) ?\\d{9}|ES ?[A-Z\\d]-?\\d{7}-?[A-Z\\d]|FI ?\\d{8}|FR ?[A-Z\\d]{2} ?\\d{3} ?\\d{3} ?\\d{3}|GB ?\\d{3} ?\\d{4} ?\\d{2}(?: ?\\d{3})?|HR ?\\d{11}|HU ?\\d{8}|IE ?\\d[A-Z\\d+*]\\d{5}[A-Z]{1,2}|IT ?\\d{11}|LT ?(?:\\d{12}|\\d{9})|LU ?\\d{8}|LV ?\\d{11}|MT ?\\d{8}|NL ?\\d{3}\\.?\\d{3}\\.?\\d{3}\\.?B\\d{2}|NO ?\\d{3} ?\\d{3} ?\\d{3} ?MVA|PL ?\\d{10}|PT ?\\d{9}|RO ?\\d{2,10}|SE ?\\d{6}-?\\d{4}01|SE ?\\d{12}|SI ?\\d{8}|SK ?\\d{10}|CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}(?: ?(?:MWST|TVA|IVA))?)';

type Form = readonly [kind: RegisterNumber['kind'], label: string, number: string];

/** Labels with the form of their number, by country. */
const FORMS: readonly Form[] = [
  [
    'vat_number',
    '(?:USt\\.?-?\\s?Id(?:ent)?\\S{0,20}|UID(?:-Nr)?|Umsatzsteuer-?[Ii]d\\S{0,20}(?:\\s\\S{1,20})?|VAT(?:\\s\\S{1,20}){0,3}?|TVA(?:\\sintra\\S{0,20})?|N° TVA\\S{0,20}(?:\\s\\S{1,20})?|P(?:artita)?\\.?\\s?IVA|BTW(?:-?\\S{1,20})?|DIČ|Moms\\S{0,20}|MVA\\S{0,20}|ALV\\S{0,20}|NIF|CIF|NIP(?: UE)?|Vat)',
    VAT,
  ],
  ['vat_number', '(?:P(?:artita)?\\.?\\s?IVA|P\\.? ?I\\.)', '\\d{11}'],
  [
    'vat_number',
    '(?:CIF|NIF|N\\.I\\.F\\.?|C\\.I\\.F\\.?)',
    '[A-HJNP-SUVW]-?\\d{2}\\.?\\d{3}\\.?\\d{2}[\\dA-J]',
  ],
  ['vat_number', 'NIP', '\\d{3}-?\\d{2,3}-?\\d{2}-?\\d{2,3}'],
  ['vat_number', 'GSTIN', '\\d{2}[A-Z]{5}\\d{4}[A-Z]\\d?[A-Z][A-Z\\d]{1,2}'],
  ['vat_number', 'VAT(?: Reg\\S{0,20})?(?: No\\.?| Number)?', '(?:GB ?)?\\d{3} ?\\d{4} ?\\d{2}'],
  ['vat_number', 'DIČ', '(?:CZ|SK)?\\d{8,10}'],
  ['vat_number', '(?:ΑΦΜ|Α\\.Φ\\.Μ\\.)', '\\d{9}'],
  [
    'registration_number',
    'HR[AB]|(?:Handelsregister|Amtsgericht)[^\\n\\d]{0,40}?HR[AB]',
    '\\d{1,6}(?: [A-Z]{1,2}\\b)?',
  ],
  ['registration_number', '(?:Firmenbuch\\S{0,20}|FN)', '\\d{5,6} ?[a-z]\\b'],
  ['registration_number', 'SIRET', '\\d{3} ?\\d{3} ?\\d{3} ?\\d{5}'],
  [
    'registration_number',
    '(?:SIREN|R\\.?C\\.?S\\.?(?: [\\p{L}-]{2,30}){0,3})',
    '(?:[AB] ?)?\\d{3} ?\\d{3} ?\\d{3}',
  ],
  ['registration_number', 'K\\.?[vV]\\.?K\\.?\\S{0,20}(?: [\\p{L}]{2,30})?', '\\d{8}'],
  ['registration_number', 'CVR\\S{0,20}', '\\d{2} ?\\d{2} ?\\d{2} ?\\d{2}'],
  [
    'registration_number',
    'Org(?:anisa[st]ions|\\.)?-?\\s?(?:nr|nummer)',
    '(?:\\d{6}-\\d{4}|\\d{3} ?\\d{3} ?\\d{3})',
  ],
  ['registration_number', 'Y-tunnus', '\\d{7}-\\d'],
  ['registration_number', 'KRS', '\\d{10}'],
  ['registration_number', 'IČO?', '\\d{3} ?\\d{2} ?\\d{3}'],
  ['registration_number', '(?:Cg\\.?|Cégjegyzékszám)', '\\d{2}-\\d{2}-\\d{6}'],
  ['registration_number', 'REA', '[A-Z]{2} ?-? ?\\d{5,7}'],
  [
    'registration_number',
    '(?:Company|Registered|Registration|Reg\\.?|Co\\.)(?: in [\\p{L} &]{2,30}?)?(?: (?:Company|Reg\\S{0,20}))?[.,:]? (?:No\\.?|Number|Nr\\.?|#)',
    '(?:[A-Z]{2}\\d{6}|\\d{6,8})',
  ],
  ['registration_number', 'ABN', '\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}'],
  ['registration_number', 'CNPJ', '\\d{2}\\.?\\d{3}\\.?\\d{3}/?\\d{4}-?\\d{2}'],
  ['registration_number', 'UEN', '(?:\\d{8,9}[A-Z]|T\\d{2}[A-Z]{2}\\d{4}[A-Z])'],
  ['registration_number', '(?:NIT|RUT|RUC|CUIT|R\\.U\\.T\\.?)', '\\d[\\d.]{6,11}(?:-[\\dkK])?'],
  ['registration_number', 'ОГРН(?:ИП)?', '\\d{13,15}'],
  ['registration_number', '(?:ЄДРПОУ|ЕДРПОУ)', '\\d{8}'],
  ['registration_number', '사업자\\s?등록\\s?번호', '\\d{3}-\\d{2}-\\d{5}'],
  ['registration_number', '(?:法人番号|登録番号)', 'T?\\d{13}'],
];

const PATTERNS = FORMS.map(([kind, label, number]) => ({
  kind,
  pattern: new RegExp(
    `(?:${label})[\\s.:#°№-]{0,4}(?:(?:no|nr|n°|number|nummer)[\\s.:]{1,3})?(?<number>${number})(?![\\p{L}\\p{N}])`,
    'uy',
  ),
}));

/**
 * Where a label may start: at one of these words, in any form. The patterns are tried only there, because many
 * searches of the whole text would take longer than anything else. The first letters are few, which makes this
 * search fast.
 */
const LABEL_STARTS =
  /(?=[A-ZΑΕЄО사法登])(?:USt|UID|Umsatz|V[Aa]T|TVA|N° TVA|P(?:artita)?\.?\s?IVA|P\.? ?I\.|BTW|DIČ|IČ|Moms|MVA|ALV|N\.?I\.?[FPT]|C\.?I\.?F|GSTIN|ΑΦΜ|Α\.Φ|HR[AB]|Handelsreg|Amtsger|Firmenbuch|FN|SIRE|R\.?C\.?S|K\.?[vV]\.?K|CVR|Org|Y-tunnus|KRS|Cg|Cég|REA|Company|Reg|Co\.|ABN|CNPJ|UEN|R\.?U\.?[TC]|CUIT|ОГРН|[ЄЕ]ДРПОУ|사업자|法人番号|登録番号)/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MAX_STARTS = 500;
const MAX_CHARS = 100_000;

/** The first tax number and the first register number of a text. */
export function registerNumbers(text: string): RegisterNumber[] {
  const plain = text.slice(0, MAX_CHARS).replaceAll('\ue000', ' ');
  const starts = labelStarts(plain);
  if (starts.length === 0) return [];
  const found = new Map<string, RegisterNumber>();
  for (const { kind, pattern } of PATTERNS) {
    if (found.has(kind)) continue;
    const match = firstMatch(pattern, plain, starts);
    const number = match?.groups?.number;
    if (!match || !number) continue;
    const value = number.replace(/\s/g, '');
    found.set(kind, { kind, value: kind === 'vat_number' ? value.toUpperCase() : value, written: match[0] });
  }
  return [...found.values()];
}

function labelStarts(text: string): number[] {
  const starts: number[] = [];
  LABEL_STARTS.lastIndex = 0;
  for (let match = LABEL_STARTS.exec(text); match; match = LABEL_STARTS.exec(text)) {
    const { index } = match;
    // Words may overlap.
    LABEL_STARTS.lastIndex = index + 1;
    if (!LETTER_OR_DIGIT.test(text[index - 1] ?? '')) starts.push(index);
    if (starts.length >= MAX_STARTS) break;
  }
  return starts;
}

function firstMatch(pattern: RegExp, text: string, starts: readonly number[]): RegExpExecArray | null {
  for (const start of starts) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match) return match;
  }
  return null;
}
