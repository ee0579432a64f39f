/** A legal form at the end (or start) of company names, as normalized words: "gmbh", "sp z oo". */
interface LegalForm {
  words: readonly string[];
  /** ISO 3166-1 codes of countries that use it, the most likely first */
  countries: readonly string[];
}

/**
 * Legal forms by country, written as `nameWords` returns them: lower case, no accents, dotted letters joined
 * ("S.p.A." is "spa", "Sp. z o.o." is "sp z oo"). Chosen from ISO 20275 (Entity Legal Forms); these cover
 * nearly all companies. The code `*` marks forms of many countries.
 */
const BY_COUNTRY: Readonly<Record<string, string>> = {
  '*': 'sa|sas|pc|co|coop|cooperative|foundation|joint stock company|societe anonyme',
  US: 'pllc|pbc|lllp|pc|na|ltd co|company inc|co inc|corp inc|holdings inc',
  GB: 'ltd|limited|plc|llp|cic|public limited company|cio|ltd uk',
  IE: 'dac|clg|uc|teoranta|teo|cpt|ltd',
  DE: 'gmbh|mbh|ag|kg|ohg|gbr|ug|ug haftungsbeschrankt|haftungsbeschrankt|kgaa|ek|ekfr|e k|ev|eg|se|se and co kgaa|gmbh and co kg|gmbh and co kgaa|gmbh and co ohg|ag and co kg|ag and co kgaa|ug and co kg|and co kg|co kg|ggmbh|gag|partg|partg mbb|partgmbb|gesellschaft mit beschrankter haftung|aktiengesellschaft|stiftung|kommanditgesellschaft|invag',
  AT: 'gmbh|gesmbh|ges mbh|gmbh and co kg|og|keg|kg|ag|eu|e u|eg|flexco',
  CH: 'ag|gmbh|sa|sarl|sagl|genossenschaft|kollektivgesellschaft',
  LI: 'anstalt|aktiengesellschaft|ag',
  FR: 'sa|sas|sasu|sarl|eurl|snc|sci|scop|scp|selarl|gie|ei|eirl|sca|scs|societe par actions simplifiee|association loi 1901',
  BE: 'bv|nv|bvba|sprl|srl|sa|vof|vzw|asbl|cvba|scrl|comm v|sca|cv',
  LU: 'sa|sarl|sarl s|sa rl|sa rl s|scs|secs|sca|soparfi',
  NL: 'bv|b v|nv|vof|cv|stichting|cooperatie|cooperatie ua|bv i o|eenmanszaak',
  IT: 'spa|srl|srls|sas|snc|sapa|scarl|scrl|soc coop|societa cooperativa|scpa|srl unipersonale|spa societa benefit|srl sb|onlus|ss',
  ES: 'sa|sl|slu|sau|sll|sc|scp|sal|scoop|s coop|slp|slne|sociedad limitada|sociedad anonima|sad|cb',
  PT: 'lda|sa|unipessoal lda|unipessoal|sgps|sgps sa|crl|limitada',
  BR: 'ltda|sa|s a|eireli|me|epp|ltda me|ltda epp|mei|eireli me|sociedade anonima|slu',
  MX: 'sa de cv|sapi de cv|s de rl de cv|srl de cv|s de rl|sab de cv|sc|ac|sas de cv|sapi|sa|sofom',
  AR: 'sa|srl|sas|sau|sca|sh',
  CO: 'sas|sa|ltda|esp|sa esp|y cia|s en c',
  CL: 'spa|ltda|sa|eirl|limitada',
  PE: 'sac|sa|srl|eirl|saa|s a c',
  UY: 'sa|srl|sas',
  EC: 'sa|cia ltda|sas',
  PL: 'sp zoo|sp z oo|spzoo|sp k|sp j|sp zoo sp k|sp z oo sp k|sa|ska|spolka z oo|spolka akcyjna|psa|sp p|spolka z ograniczona odpowiedzialnoscia',
  CZ: 'sro|s ro|as|vos|ks|spol sro|spol s ro|spol s r o|ops|zs|druzstvo|se',
  SK: 'sro|s ro|as|ks|vos|spol s ro|spol sro',
  HU: 'kft|zrt|nyrt|bt|kkt|rt|ev|kht|korlatolt felelossegu tarsasag',
  RO: 'srl|sa|pfa|ii|snc|srl d|scs|ong',
  BG: 'eood|ood|ad|ead|et|dzzd|ооd|еоод|оод|ад|еад|ет',
  HR: 'doo|jdoo|dd|obrt|d o o',
  SI: 'doo|dd|sp|dno|zavod',
  RS: 'doo|ad|pr|od|доо|ад',
  BA: 'doo|dd|ad',
  MK: 'dooel|doo|ad|дооел',
  AL: 'shpk|sha|sh pk|sh a',
  GR: 'ae|a e|epe|ike|oe|ee|mike|mepe|μεπε|sa|αε|επε|ικε|οε|εε|ανωνυμη εταιρεια|μονοπροσωπη',
  CY: 'ltd|plc|limited',
  MT: 'ltd|plc|limited',
  TR: 'as|ltd sti|limited sirketi|anonim sirketi|ticaret as|san ve tic as|san ve tic ltd sti|sanayi ve ticaret as|sanayi ve ticaret ltd sti|tic ltd sti|tic as|san tic as|ve tic as|ve tic ltd sti|koll sti',
  RU: 'ooo|oao|pao|zao|ao|nao|ip|ооо|оао|пао|зао|ао|нао|ип|фгуп|муп|тоо|общество с ограниченной ответственностью|акционерное общество',
  UA: 'tov|pp|prat|pat|fop|тов|пп|прат|пат|фоп|ат|llc|товариство з обмеженою відповідальністю',
  BY: 'ооо|оао|зао|одо|чуп|уп|ооо',
  KZ: 'too|тоо|ао|жшс|llp',
  EE: 'ou|as|fie|mtu|sa',
  LV: 'sia|as|ik|sia ltd',
  LT: 'uab|ab|mb|ii|vsi',
  FI: 'oy|oyj|oy ab|ky|ay|tmi|osk|ry|abp|oy ltd',
  SE: 'ab|aktiebolag|hb|kb|ek for|ab publ|publ|handelsbolag',
  NO: 'as|asa|ans|da|enk|sa|nuf|ks|aksjeselskap',
  DK: 'as|aps|is|ks|ps|ivs|amba|smba|a s|i s|k s|p s|anpartsselskab|aktieselskab',
  IS: 'ehf|hf|slhf|sf|ohf',
  IN: 'pvt ltd|pvt limited|private limited|private ltd|p ltd|opc pvt ltd|opc private limited|llp|ltd|limited',
  PK: 'pvt ltd|private limited|smc pvt ltd|ltd',
  BD: 'ltd|pvt ltd',
  LK: 'pvt ltd|plc|private limited',
  NP: 'pvt ltd',
  CN: 'co ltd|co limited|youxian gongsi|gufen youxian gongsi',
  HK: 'ltd|limited|co ltd',
  TW: 'co ltd|inc|corp',
  JP: 'kk|k k|gk|yk|co ltd|kabushiki kaisha|kabushiki gaisha|godo kaisha|inc',
  KR: 'co ltd|inc|corp|jusik hoesa',
  VN: 'jsc|co ltd|tnhh|cong ty tnhh|cong ty co phan|cong ty cp|ctcp|cp|one member llc',
  TH: 'co ltd|pcl|public company limited|plc|ltd part',
  ID: 'tbk|pt|cv|persero|persero tbk|ud',
  MY: 'sdn bhd|bhd|plt|berhad|sendirian berhad',
  SG: 'pte ltd|pte limited|private limited|pte|llp',
  PH: 'inc|corp|opc|co',
  AU: 'pty ltd|pty limited|proprietary limited|pty|ltd|nl|australia pty ltd',
  NZ: 'ltd|limited',
  ZA: 'pty ltd|pty limited|rf pty ltd|cc|npc|soc ltd|ltd',
  NG: 'ltd|plc|nigeria limited|gte',
  KE: 'ltd|plc|limited',
  GH: 'ltd|limited',
  EG: 'sae|llc',
  MA: 'sarl|sa|sarl au|snc',
  TN: 'sarl|sa|suarl',
  DZ: 'sarl|eurl|spa',
  AE: 'llc|fze|fzco|fz llc|fzc|dmcc|pjsc|dwc llc|fz|difc|l l c',
  SA: 'llc|jsc|cjsc|wll|est',
  QA: 'wll|qsc|qpsc|llc',
  KW: 'wll|kscc|kscp|ksc',
  BH: 'wll|bsc|spc',
  OM: 'llc|saoc|saog',
  IL: 'ltd|בעמ|lp',
  IR: 'pjs|llc',
  CA: 'inc|ltd|ltee|limitee|ulc|corp|incorporee|senc|coop',
};

/**
 * Forms written together with the name in scripts without spaces, and words that stand before it. Compared with
 * text in NFKC form and lower case.
 */
const ATTACHED: readonly (readonly [string, string])[] = [
  ['株式会社', 'JP'],
  ['有限会社', 'JP'],
  ['合同会社', 'JP'],
  ['合資会社', 'JP'],
  ['一般社団法人', 'JP'],
  ['(株)', 'JP'],
  ['(有)', 'JP'],
  ['股份有限公司', 'CN'],
  ['有限责任公司', 'CN'],
  ['集团有限公司', 'CN'],
  ['科技有限公司', 'CN'],
  ['有限公司', 'CN'],
  ['주식회사', 'KR'],
  ['유한회사', 'KR'],
  ['(주)', 'KR'],
  ['(유)', 'KR'],
  ['บริษัท', 'TH'],
  ['จำกัด', 'TH'],
  ['(มหาชน)', 'TH'],
  ['ش.م.م', 'EG'],
  ['ذ.م.م', 'AE'],
  ['ش.م.ع', 'AE'],
  ['شركة', 'SA'],
  ['בע"מ', 'IL'],
  ['בע״מ', 'IL'],
];

/** Forms that stand before the name. */
const LEADING = new Set(
  'pt ooo oao pao zao ооо оао пао зао ао ип тов пп прат тоо фоп uab sia ou firma tov stichting ctcp kk zavod sarl eurl sasu tmi vsi'.split(
    ' ',
  ),
);
const LEADING_PHRASES: readonly (readonly string[])[] = [
  ['cong', 'ty', 'tnhh'],
  ['cong', 'ty', 'co', 'phan'],
  ['cong', 'ty', 'cp'],
  ['kabushiki', 'kaisha'],
  ['общество', 'с', 'ограниченной', 'ответственностью'],
  ['товариство', 'з', 'обмеженою', 'відповідальністю'],
];

/** Where forms that many countries know are most common. */
const LIKELY: Readonly<Record<string, string>> = {
  ltd: 'GB IE IN',
  limited: 'GB IE IN',
  plc: 'GB IE',
  llp: 'GB US IN',
  inc: 'US CA',
  incorporated: 'US',
  corp: 'US CA',
  corporation: 'US CA',
  company: 'US',
  co: 'US',
  llc: 'US AE',
  lp: 'US',
  'limited liability company': 'US',
  'co ltd': 'CN JP TH KR',
  'co limited': 'CN HK',
  'company limited': 'TH HK',
  ag: 'DE CH AT',
  gmbh: 'DE AT CH',
  eg: 'DE AT',
  ev: 'DE',
  ab: 'SE FI LT',
  as: 'NO DK CZ TR',
  sa: 'FR ES CH BE PL PT BR',
  sas: 'FR CO IT',
  sarl: 'FR CH LU',
  srl: 'IT RO AR BE',
  spa: 'IT CL',
  bv: 'NL BE',
  nv: 'NL BE',
  doo: 'HR RS SI',
  oy: 'FI',
  sl: 'ES',
  kg: 'DE AT',
  se: 'DE FR',
};

const FORMS = new Map<string, LegalForm>();
for (const [country, list] of Object.entries(BY_COUNTRY)) {
  for (const text of list.split('|')) {
    const countries = [...(FORMS.get(text)?.countries ?? []), ...(country === '*' ? [] : [country])];
    FORMS.set(text, { words: text.split(' '), countries: [...new Set(countries)] });
  }
}
for (const [text, countries] of Object.entries(LIKELY))
  FORMS.set(text, { words: text.split(' '), countries: countries.split(' ') });
const LONGEST = Math.max(...[...FORMS.values()].map(({ words }) => words.length));

/** All legal forms that stand after a name, as normalized words: "gmbh", "sp z oo". */
export function legalFormNames(): string[] {
  return [...FORMS.keys()];
}

/** A name without its legal forms. */
export interface StrippedName {
  words: string[];
  /** forms removed, such as "gmbh" */
  forms: string[];
  /** countries that the forms point to, the most likely first; empty if they don't tell */
  countries: string[];
}

/** Removes forms that are written without spaces, before the text is split into words. */
export function stripAttached(text: string): { text: string; forms: string[]; countries: string[] } {
  let rest = text;
  const forms: string[] = [];
  const countries = new Set<string>();
  for (const [written, country] of ATTACHED) {
    const form = written.normalize('NFKC');
    if (!rest.includes(form)) continue;
    const without = rest.replaceAll(form, ' ');
    if (without.trim() === '') continue;
    rest = without;
    forms.push(form);
    countries.add(country);
  }
  return { text: rest, forms, countries: [...countries] };
}

/** Removes legal forms from both ends of normalized words. At least one word stays. */
export function stripLegalForms(words: readonly string[]): StrippedName {
  let rest = [...words];
  const forms: string[] = [];
  let countries: string[] | null = null;
  const narrow = (more: readonly string[]) => {
    if (more.length === 0) return;
    const both: string[] | undefined = (countries as string[] | null)?.filter((code) => more.includes(code));
    countries = both && both.length > 0 ? both : (countries ?? [...more]);
  };
  for (let size = Math.min(LONGEST, rest.length - 1); size > 0; size -= 1) {
    const form = FORMS.get(rest.slice(-size).join(' '));
    if (!form) continue;
    rest = rest.slice(0, -size);
    if (rest.at(-1) === 'and') rest.pop();
    forms.unshift(form.words.join(' '));
    narrow(form.countries);
    size = Math.min(LONGEST, rest.length - 1) + 1;
  }
  const phrase = LEADING_PHRASES.find((words) => words.every((word, index) => rest[index] === word));
  if (phrase && rest.length > phrase.length) {
    forms.unshift(phrase.join(' '));
    narrow(FORMS.get(phrase.join(' '))?.countries ?? []);
    rest = rest.slice(phrase.length);
  } else if (rest.length > 1 && LEADING.has(rest[0] ?? '')) {
    // "AS Roma" and "AB InBev" keep their first word, so `as` and `ab` are not leading forms.
    const form = rest[0] ?? '';
    forms.unshift(form);
    narrow(FORMS.get(form)?.countries ?? []);
    rest = rest.slice(1);
  }
  if (rest.length === 0) return { words: [...words], forms: [], countries: [] };
  return { words: rest, forms, countries: countries ?? [] };
}

/** Whether one company may use both forms side by side, as Ltd and Limited, or GmbH and GmbH & Co. KG. */
export function sameLegalFamily(forms: readonly string[], otherForms: readonly string[]): boolean {
  const family = (form: string) => FAMILIES.findIndex((forms) => forms.has(form));
  return forms.some((form) =>
    otherForms.some((said) => form === said || (family(form) >= 0 && family(form) === family(said))),
  );
}
const FAMILIES: readonly ReadonlySet<string>[] = [
  'ltd|limited|plc|public limited company|llp',
  'inc|incorporated|corp|corporation|co|company|llc|lp',
  'pty ltd|pty limited|pty|ltd',
  'pvt ltd|private limited|pvt limited|ltd|limited',
  'pte ltd|pte limited|private limited|ltd',
  'gmbh|kg|mbh|ohg|ug|ug haftungsbeschrankt|gmbh and co kg|and co kg|ag|se|ek|ag and co kg|gmbh and co kgaa|kgaa',
  'sa|sas|sasu|sarl|eurl|snc',
  'spa|srl|srls|snc|soc coop',
  'sl|slu|sa|sau|sociedad limitada|sociedad anonima',
  'sa de cv|s de rl de cv|sapi de cv|sab de cv|s de rl',
  'ag|gmbh|sa|sarl|sagl',
  'bv|nv|bvba|sprl|vof',
  'oy|oyj|oy ab|ab|abp',
  'ab|aktiebolag|ab publ',
  '株式会社|(株)|kk|kabushiki kaisha|co ltd|inc|corp',
  'sp zoo|sp z oo|sp k|sp zoo sp k|sp z oo sp k|sa|spolka z oo',
  'doo|dd|jdoo|ad',
  'ooo|ооо|ao|ао|pao|пао|oao|оао|zao|зао|llc',
  'as|asa|aps|a s',
  'ltda|sa|s a|eireli|limitada',
  'as|ltd sti|anonim sirketi|limited sirketi',
].map((forms) => new Set(forms.split('|')));
