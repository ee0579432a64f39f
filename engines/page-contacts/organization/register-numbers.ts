/** A tax or company register number on a page. */
export interface RegisterNumber {
  kind: 'vat_number' | 'registration_number';
  /** without spaces, except in `HRB 48213`; tax numbers in capitals */
  value: string;
  /** with its label */
  written: string;
}

/** VAT numbers of the European Union, Great Britain, Norway and Switzerland, with their country letters. */
const VAT =
  '(?:ATU ?\\d{8}|BE ?[01]?\\d{3}[ .]?\\d{3}[ .]?\\d{3}|BG ?\\d{9,10}|CY ?\\d{8}[A-Z]|CZ ?\\d{8,10}|DE ?\\d{3} ?\\d{3} ?\\d{3}|DK ?\\d{2} ?\\d{2} ?\\d{2} ?\\d{2}|EE ?\\d{9}|(?:EL|GR) ?\\d{9}|ES ?[A-Z\\d]-?\\d{7}-?[A-Z\\d]|FI ?\\d{8}|FR ?[A-Z\\d]{2} ?\\d{3} ?\\d{3} ?\\d{3}|GB ?\\d{3} ?\\d{4} ?\\d{2}(?: ?\\d{3})?|HR ?\\d{11}|HU ?\\d{8}|IE ?\\d[A-Z\\d+*]\\d{5}[A-Z]{1,2}|IT ?\\d{11}|LT ?(?:\\d{12}|\\d{9})|LU ?\\d{8}|LV ?\\d{11}|MT ?\\d{8}|NL ?(?:\\d\\.?){9}B\\.?\\d{2}|NO ?\\d{3} ?\\d{3} ?\\d{3} ?MVA|PL ?\\d{10}|PT ?\\d{9}|RO ?\\d{2,10}|SE ?\\d{6}-?\\d{4}01|SE ?\\d{12}|SI ?\\d{8}|SK ?\\d{10}|CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}(?: ?(?:MWST|TVA|IVA))?)';

type Form = readonly [kind: RegisterNumber['kind'], label: string, number: string];

/** Labels with the form of their number, by country. */
const FORMS: readonly Form[] = [
  ['registration_number', 'UID(?:-Nr\\.?)?', 'CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}(?!\\d| ?(?:MWST|TVA|IVA))'],
  [
    'vat_number',
    '(?:USt\\.?-?\\s?I[dD](?:ent)?\\S{0,20}|UID(?:-Nr)?|Umsatzsteuer-?[Ii][Dd]\\S{0,30}(?:\\s\\S{1,20})?(?: gem\\S{1,3} § ?27 ?a \\S{1,25})?|VAT(?:\\s\\S{1,20}){0,3}?|TVA(?:\\sintra\\S{0,20})?|N° TVA\\S{0,20}(?:\\s\\S{1,20})?|P(?:artita)?\\.?\\s?IVA|BTW(?:-?\\S{1,20})?|DIČ|Moms\\S{0,20}|MVA\\S{0,20}|ALV\\S{0,20}|NIF|CIF|NIP(?: UE)?|Vat|PVN\\S{0,10}|PVM(?: kodas)?|IČ DPH|ДДС|ID za DDV|KMKR\\S{0,5})',
    VAT,
  ],
  [
    'vat_number',
    '(?:P(?:artita)?\\.?\\s?IVA|[Pp](?:artita)?\\.?\\s?iva|P\\.? ?I\\.)(?: (?:e|/|ed) (?:C\\.? ?F\\.?|[Cc]od\\S{0,5} [Ff]isc\\S{0,5}))?',
    '(?:IT ?)?\\d{11}',
  ],
  [
    'vat_number',
    '(?:CIF|NIF|N\\.I\\.F\\.?|C\\.I\\.F\\.?)',
    '[A-HJNP-SUVW]-?\\d{2}\\.?\\d{3}\\.?\\d{2}[\\dA-J]',
  ],
  ['vat_number', 'NIP', '\\d{3}-?\\d{2,3}-?\\d{2}-?\\d{2,3}'],
  [
    'vat_number',
    'NIPC?|Contribuinte(?: n\\S{0,3})?|Pessoa Coletiva|NIF',
    '(?:PT ?)?[125689]\\d{2} ?\\d{3} ?\\d{3}',
  ],
  // Nothing else looks like these.
  ['vat_number', '', 'ATU\\d{8}'],
  ['vat_number', '', 'NL ?\\d{9}B\\d{2}'],
  ['vat_number', '', 'BE ?0\\d{3}\\.?\\d{3}\\.?\\d{3}'],
  ['vat_number', '(?:IVA|MWST|MwSt|TVA)(?:-?Nr)?', 'CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}'],
  ['vat_number', '', 'CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3} ?(?:MWST|TVA|IVA)'],
  ['vat_number', 'Adószám', '\\d{8}-\\d-\\d{2}'],
  ['vat_number', 'ИНН', '\\d{10}(?:\\d{2})?'],
  ['vat_number', 'PIB', '\\d{9}'],
  ['vat_number', '(?:Vergi (?:No|Numarası)|VKN|V\\.D\\.? ?(?:No)?)', '\\d{10}'],
  ['vat_number', 'RFC', '[A-ZÑ&]{3,4}\\d{6}[A-Z\\d]{3}'],
  ['vat_number', '(?:CUI|CIF|C\\.U\\.I\\.?|C\\.I\\.F\\.?)', 'RO ?\\d{2,10}'],
  [
    'vat_number',
    '(?:GST|HST|GST/HST)(?: (?:Reg\\S{0,20}|No\\.?|Number|#)){0,2}',
    '\\d{5} ?\\d{4} ?RT ?\\d{4}',
  ],
  ['vat_number', 'GST(?: (?:Reg\\S{0,20}|No\\.?|Number)){0,2}', '(?:\\d{9}[A-Z]|M\\d-?\\d{7}-?\\d)'],
  ['vat_number', '(?:TRN|VAT(?: (?:No\\.?|Number|Reg\\S{0,20})){0,2})', '[13]\\d{14}'],
  ['vat_number', 'VAT(?: (?:no\\.?|No\\.?|Number|number|Reg\\S{0,20})){0,2}', '4\\d{9}'],
  ['vat_number', 'TIN', '\\d{3}-\\d{3}-\\d{3}(?:-\\d{3,5})?'],
  ['vat_number', 'Tax (?:ID|Id|code|Code|No\\.?)(?: (?:No\\.?|Number))?', '(?:0\\d{12}|0\\d{9}(?:-\\d{3})?)'],
  ['vat_number', 'GSTIN', '\\d{2}[A-Z]{5}\\d{4}[A-Z]\\d?[A-Z][A-Z\\d]{1,2}'],
  ['vat_number', 'VAT(?: Reg\\S{0,20})?(?: No\\.?| Number)?', '(?:GB ?)?\\d{3} ?\\d{4} ?\\d{2}'],
  ['vat_number', 'DIČ', '(?:CZ|SK)?\\d{8,10}'],
  ['vat_number', '(?:ΑΦΜ|Α\\.Φ\\.Μ\\.)', '\\d{9}'],
  [
    'registration_number',
    '(?:(?:Handelsregister|Amtsgericht)[^\\n\\d]{0,40}?)?',
    'HR[AB][\\s.:-]{0,4}(?:(?:no|nr|nummer)[\\s.:]{1,3})?\\d{1,6}(?: [A-Z]{1,2}\\b)?',
  ],
  ['registration_number', '(?:Firmenbuch\\S{0,20}|FN)', '\\d{5,6} ?[a-z]\\b'],
  ['registration_number', '(?:SIRET|Siret)', '\\d{3} ?\\d{3} ?\\d{3} ?\\d{5}'],
  [
    'registration_number',
    '(?:SIREN|R\\.?C\\.?S\\.?(?: [\\p{L}-]{2,30}){0,3}?(?: sous le (?:n°|num[ée]ro))?)',
    '(?:(?:[AB] ?)?\\d{3} ?\\d{3} ?\\d{3}|B ?\\d{5,6})',
  ],
  ['registration_number', 'K\\.?[vV]\\.?K\\.?\\S{0,20}(?: [\\p{L}]{2,30})?', '\\d{8}'],
  ['registration_number', 'CVR\\S{0,20}', '\\d{2} ?\\d{2} ?\\d{2} ?\\d{2}'],
  [
    'registration_number',
    '[Oo]rg(?:anisa[st]ions|anisasjons|\\.)?-?\\s?(?:nr|nummer)',
    '(?:\\d{6}-\\d{4}|(?:NO ?)?\\d{3} ?\\d{3} ?\\d{3}(?: ?MVA)?)',
  ],
  ['registration_number', 'Org', '[89]\\d{2} \\d{3} \\d{3}'],
  ['registration_number', "(?:N° d['’]entreprise|BCE|KBO)", '[01]\\d{3}\\.\\d{3}\\.\\d{3}'],
  ['registration_number', 'Γ\\.?Ε\\.?ΜΗ', '\\d{12}'],
  ['registration_number', 'Y(?:-tunnus)?', '\\d{7}-\\d'],
  ['registration_number', 'KRS', '\\d{10}'],
  ['registration_number', 'IČO?', '\\d{3} ?\\d{2} ?\\d{3}'],
  ['registration_number', '(?:Cg\\.?|Cégjegyzékszám)', '\\d{2}-\\d{2}-\\d{6}'],
  ['registration_number', 'REA', '[A-Z]{2} ?-? ?\\d{5,7}'],
  [
    'registration_number',
    '(?:Company|Registered|Registration|Reg\\.?|Co\\.)(?: in [\\p{L} &]{2,30}?)?(?: (?:Company|Reg\\S{0,20}))?[.,:]? (?:[Nn]o\\.?|[Nn]umber|[Nn]r\\.?|#)',
    '(?:[A-Z]{2}\\d{6}|\\d{6,8})',
  ],
  ['registration_number', '(?:VR|Vereinsregister[^\\n\\d]{0,30}?)(?:-?Nr\\.?)?', '\\d{1,6}'],
  [
    'registration_number',
    '(?:Partnerschaftsregister[^\\n\\d]{0,30}?|PR)(?:-?Nr\\.?)?',
    '\\d{1,5}(?= (?:AG|Amtsgericht)(?!\\p{L}))',
  ],
  ['registration_number', 'NEQ', '\\d{10}'],
  ['registration_number', 'CRO(?: (?:No\\.?|Number))?', '\\d{5,6}'],
  [
    'registration_number',
    'Registered in (?:England(?: (?:and|&) Wales)?|Scotland|Wales|Northern Ireland|Ireland)(?: \\p{L}+){0,2}[.,:]?',
    '(?:[A-Z]{2}\\d{6}|\\d{5,8})',
  ],
  [
    'registration_number',
    '(?:company|registered|registration) (?:no\\.?|number|nr\\.?)',
    '(?:[A-Z]{2}\\d{6}|\\d{6,8}|\\d{4}\\.\\d{3}\\.\\d{3})',
  ],
  [
    'registration_number',
    'Company number|[Oo]ndernemingsnummer|RPR\\S{0,10}',
    '[01]\\d{3}\\.\\d{3}\\.\\d{3}',
  ],
  ['registration_number', 'Reg(?:istration)?\\.? No\\.?', '(?:(?:19|20)\\d{2}/\\d{6}/\\d{2}|CS\\d{9})'],
  ['registration_number', 'NZBN', '94\\d{11}'],
  ['registration_number', 'ACN', '\\d{3} ?\\d{3} ?\\d{3}'],
  ['registration_number', 'Chamber of Commerce(?: (?:No\\.?|Number))?', '\\d{8}'],
  ['registration_number', '(?:IDE|UID|Handelsregister-?Nr\\.?)', 'CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}'],
  ['registration_number', '(?:Kt\\.?|Kennitala)', '\\d{6}-?\\d{4}'],
  ['registration_number', 'Business ID', '\\d{7}-\\d'],
  ['registration_number', '(?:ЕИК|БУЛСТАТ)', '\\d{9}'],
  ['registration_number', 'OIB', '\\d{11}'],
  [
    'registration_number',
    '(?:MB|Matični broj|Mati[čc]na(?: (?:št\\.?|številka))?)',
    '(?:\\d{10}|\\d{8}|\\d{7})',
  ],
  ['registration_number', '(?:Reg(?:istry|\\.)? ?(?:code|kood|Code)|Registrikood)', '\\d{8}'],
  ['registration_number', '(?:Reģ\\. ?(?:Nr\\.?)?|Reģistrācijas numurs)', '4\\d{10}'],
  ['registration_number', '(?:Įmonės kodas|Company code)', '\\d{9}'],
  ['registration_number', 'CIN', '[LU]\\d{5}[A-Z]{2}\\d{4}[A-Z]{3}\\d{6}'],
  [
    'registration_number',
    '(?:BR|Business Registration)(?: No\\.?| Number)?',
    '\\d{8}-\\d{3}(?:-\\d{2}-\\d{2}-\\d)?',
  ],
  ['registration_number', 'SSM(?: No\\.?)?', '\\d{12}'],
  ['registration_number', '(?:Sdn\\.? Bhd\\.?|Bhd\\.?) \\(', '\\d{5,7}-[A-Z]'],
  ['registration_number', 'RC', '\\d{4,7}'],
  ['registration_number', '(?:C\\.R\\.?|CR)(?: No\\.?)?', '[1-7]0\\d{8}'],
  ['registration_number', '(?:统一社会信用代码|社会信用代码)', '[0-9A-HJ-NPQRTUWXY]{18}'],
  ['registration_number', '(?:統一編號|統編)', '\\d{8}'],
  ['registration_number', '(?:Reg\\. Com\\.?|Registrul Comerțului)?', 'J\\d{2}/\\d{1,5}/\\d{4}'],
  ['registration_number', '', '(?:OC|SO)3\\d{5}'],
  ['registration_number', 'LLP \\(', '(?:SO|OC|NC)\\d{6}'],
  ['registration_number', 'ABN', '\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}'],
  ['registration_number', 'CNPJ', '\\d{2}\\.?\\d{3}\\.?\\d{3}/?\\d{4}-?\\d{2}'],
  ['registration_number', 'UEN', '(?:\\d{8,9}[A-Z]|T\\d{2}[A-Z]{2}\\d{4}[A-Z])'],
  [
    'registration_number',
    '(?:NIT|RUT|RUC|CUIT|R\\.U\\.T\\.?)',
    '(?:\\d{2}-\\d{8}-\\d|\\d[\\d.]{6,11}(?:-[\\dkK])?)',
  ],
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
  /(?=[A-ZΑΓΕЄЕОИБДĮ사法登统社統])(?:USt|UID|Umsatz|V[Aa]T|TVA|N° TVA|P(?:artita)?\.?\s?IVA|P\.? ?I\.|BTW|DIČ|IČ|PV[NM]|ДДС|ID za|KMKR|Moms|MVA|ALV|N\.?I\.?[FPT]|C\.?I\.?F|GSTIN|ΑΦΜ|Α\.Φ|HR[AB]|Handelsreg|Amtsger|Firmenbuch|FN|SIRE|Siret|OC3\d|SO3\d|R\.?C\.?S|K\.?[vV]\.?K|CVR|Org|Y-tunnus|KRS|Cg|Cég|REA|Company|Reg|Co\.|ABN|CNPJ|UEN|R\.?U\.?[TC]|CUIT|ОГРН|[ЄЕ]ДРПОУ|사업자|法人番号|登録番号|统一社会|社会信用|統一編號|統編|Contribuinte|Pessoa C|Adószám|ИНН|ЕИК|БУЛ|PIB|Vergi|VKN|V\.D|RFC|GST|HST|TRN|TIN|Tax |VR|PR|Partnersch|IVA CHE|M[Ww]S[Tt]\S{0,4} CHE|Vereinsreg|NEQ|CRO|NZBN|ACN|Chamber|IDE|ATU|NL ?\d{9}B|BE ?0\d{3}|CHE-?\d{3}|N° d['’]entr|BCE|KBO|Γ\.?Ε\.?ΜΗ|Y [12]?\d{6}-\d|Kt\.?|Kennit|Business|OIB|MB|Matič|Reģ|Įmon|CIN|BR|SSM|Sdn|Bhd|RC|C\.?R|J\d\d\/|LLP|Ondernem|RPR)/g;
/** Labels in small letters, which are rare. */
const SMALL_STARTS = [
  'company n',
  'company N',
  'registered n',
  'registration n',
  'org nr',
  'org.nr',
  'org. nr',
  'ondernemingsnummer',
  'p.iva',
  'p. iva',
  'partita iva',
];
/** Cheap pre-check of them: one search instead of one for each. */
const HAS_SMALL_START =
  /company [nN]|regist(?:ered|ration) n|org(?:\.? |\.)nr|ondernemingsn|p(?:\. ?|artita )iva/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MAX_STARTS = 500;
const MAX_CHARS = 100_000;

/**
 * The first tax number and the first register number of a text. `isOthers`: whether a number at an offset belongs to
 * someone else, such as the hoster.
 */
export function registerNumbers(
  text: string,
  isOthers: (index: number) => boolean = () => false,
): RegisterNumber[] {
  const plain = text.slice(0, MAX_CHARS).replaceAll('\ue000', ' ');
  const starts = labelStarts(plain);
  if (starts.length === 0) return [];
  const found = new Map<string, RegisterNumber>();
  let taken = -1;
  for (const { kind, pattern } of PATTERNS) {
    if (found.has(kind)) continue;
    const match = firstMatch(pattern, plain, starts, isOthers);
    const number = match?.groups?.number;
    if (!match || !number) continue;
    // One number isn't both.
    if (match.index === taken) continue;
    taken = match.index;
    found.set(kind, { kind, value: registerValue(kind, number), written: match[0] });
  }
  return [...found.values()];
}

/** Companies of a German court have the letters of their register before the number. */
const GERMAN_REGISTER = /^(HR[AB])\D*?(?=\d)/;

function registerValue(kind: RegisterNumber['kind'], number: string): string {
  const value = number.replace(/\s/g, '');
  return kind === 'vat_number' ? value.toUpperCase() : value.replace(GERMAN_REGISTER, '$1 ');
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
  if (!HAS_SMALL_START.test(text)) return starts;
  for (const word of SMALL_STARTS)
    for (
      let index = text.indexOf(word);
      index >= 0 && starts.length < MAX_STARTS;
      index = text.indexOf(word, index + 1)
    )
      if (!LETTER_OR_DIGIT.test(text[index - 1] ?? '')) starts.push(index);
  return starts;
}

function firstMatch(
  pattern: RegExp,
  text: string,
  starts: readonly number[],
  isOthers: (index: number) => boolean,
): RegExpExecArray | null {
  for (const start of starts) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match && !isOthers(match.index)) return match;
  }
  return null;
}
