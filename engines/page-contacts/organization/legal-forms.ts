import { matchesOf } from '../matches-of.ts';

/** Legal forms that no other word or abbreviation looks like. */
const SURE =
  '[Ss]oc(?:ietà|\\.)? ?[Cc]oop(?:erativa|\\.)?(?: (?:[Aa]gr(?:icola|\\.)|[Ss]ociale|a ?r\\.? ?l\\.?|A\\.?R\\.?L\\.?))*|[Ss]półka (?:z ograniczoną odpowiedzialnością|akcyjna|jawna|komandytowa)|S\\. ?A\\. ?(?:P\\. ?I\\. ?|S\\. ?|B\\. ?)?DE ?C\\. ?V\\.|S\\. ?DE ?R\\. ?L\\. ?DE ?C\\. ?V\\.|SA DE CV|Ltd\\. Şti\\.|(?:Limited|Anonim) Şirketi|g?GmbH(?: ?& ?Co\\.? ?(?:KGa?A?|OHG))?|UG(?: \\(haftungsbeschränkt\\))?|OHG|PartG(?: ?mbB)?|mbB|e\\.? ?K(?:\\.|fr\\.|fm\\.)|e\\.? ?V\\.|e\\.? ?U\\.|eG|Ltd\\.?|Limited|[Ll]tée|L\\.?L\\.?P\\.?|P?L\\.?L\\.?C\\.?|L\\.P\\.|P\\.A\\.|P\\.C\\.|Incorporated|Inc\\.?|CORP\\.?|INC\\.|LTD\\.?|LIMITED|Corp\\.?|Corporation|DAC|S\\.?A\\.?S\\.?U?(?!\\.? de C)|SARL(?: AU)?|SUARL|E\\.I\\.R\\.L\\.|EIRL|S\\.?à\\.? ?r\\.?l\\.?|Sàrl|EURL|SRL|SPRL|BVBA|bvba|[Ss]p\\. ?[jkp]\\.|SA de CV|S\\. ?A\\. ?(?:P\\. ?I\\. ?|S\\. ?|B\\. ?)de C\\. ?V\\.|SAPI de CV|SAS de CV|S\\.A\\.S\\. di [^,\\n]{2,30}|JSC|FZ-LLC|B\\.V\\.|N\\.V\\.|S\\.p\\.A\\.|S\\.?r\\.?l\\.?s?|S\\.n\\.c\\. di [^,\\n]{2,30}|S\\.n\\.c\\.|S\\.a\\.s\\.|S\\. ?L\\. ?U?\\.?|S\\. ?A\\. ?U\\.?|S\\. ?A\\. de C\\. ?V\\.|S\\. de R\\.L\\. de C\\.V\\.|S\\. ?A\\.|S\\/[AS]|S\\.R\\.L\\.|S\\.A\\.C\\.|S\\.A\\.S\\.|SpA|Lda\\.?|LDA\\.?|Ltda\\.?|LTDA\\.?|GMBH|EIRELI|Oyj?|A\\/S|ApS|I\\/S|ehf\\.?|hf\\.|[Ss]p\\. ?z ?o\\. ?o\\.|S\\.A\\.|s\\. ?r\\. ?o\\.|spol\\. s ?r\\. ?o\\.|a\\. ?s\\.|v\\.o\\.s\\.|Kft\\.?|Zrt\\.?|Nyrt\\.?|Bt\\.|d\\.o\\.o\\.|д\\.о\\.о\\.|d\\.d\\.|Pty\\.? Ltd\\.?|\\(Pty\\) Ltd\\.?|Pte\\.? Ltd\\.?|Pvt\\.? Ltd\\.?|Private Limited|Sdn\\.? Bhd\\.?|Bhd\\.?|Berhad|A\\.Ş\\.|Ltd\\. Şti\\.|OÜ|Co\\., Ltd\\.?|(?<!,\\s?)Co\\.|(?<!(?:[Ii]ndl?|[Ii]ndustrial|[Tt]rading|[Bb]usiness)\\.? )Est\\.|Α\\.Ε\\.|Μ?Ι\\.?Κ\\.?Ε\\.?|Μ\\.ΙΚΕ|ΑΕ|ΟΕ|ΕΠΕ|Ε\\.Ε\\.|Ε\\.Π\\.Ε\\.|Ο\\.Ε\\.|ЕООД|ООД|АД|mb[HB]';
/** Forms that are also states, units, products or other words. They count only where a company is likely. */
const AMBIGUOUS = 'AG|KG|(?<!\\d\\.? ?)OG|SE|NV|BV|AB|ASA?|SA|SAS|PLC|plc|SNC|CC|KGaA|LP|PC|PA|inc\\.?';
/**
 * The civil partnership of Poland, and what starts or ends names in Romania. Elsewhere it is ambiguous. After a comma, it is South
 * Carolina, and after a letter with a dot, it is the end of another abbreviation, such as "17 U.S.C."
 */
const CIVIL = '(?<!,\\s*|(?<!\\p{L})\\p{L}\\.\\s?)[Ss]\\. ?[Cc]\\.';
const CIVIL_COUNTRIES = new Set(['PL', 'RO']);

const END = new RegExp(`(?<![\\p{L}\\p{N}])(?<form>${SURE})(?![\\p{L}\\p{N}])`, 'u');
const END_OF_ANY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<form>${SURE}|${AMBIGUOUS}|${CIVIL})(?![\\p{L}\\p{N}])`,
  'gu',
);
const IS_SURE = new RegExp(`^(?:${SURE})$`, 'u');
const CIVIL_END = new RegExp(`(?<![\\p{L}\\p{N}])${CIVIL}(?![\\p{L}\\p{N}])`, 'u');
const END_BEFORE_STREET = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SURE}|${CIVIL})(?![\\p{L}\\p{N}])`, 'u');
/** Forms that start a name. */
const START =
  /^(?:Công ty|UAB|SIA|AS(?! \p{Ll})|PT|CV|ООО|ОАО|ПАО|ЗАО|АО|ИП|ТОВ|ТОО|შპს|ПП|ФОП|ЕТ|株式会社|有限会社|合同会社|주식회사|\(주\)|SCEA|SCI|SELARL|EARL|GAEC|Stichting|Vereniging|Fundación|Fondazione|Fondation|Stiftung|Genossenschaft)(?:\s|(?<=[社사)]))/u;
const ASIAN_END =
  /(?:株式会社|有限会社|合同会社|有限公司|股份有限公司|有限责任公司|주식회사|\(주\)|จำกัด(?: \(มหาชน\))?)(?=$|[\s,;:|/()，。；、])/u;

/** Cheap pre-check: a form has a period, two capitals, a slash or one of these. */
const MAY_HAVE =
  /[./]|[A-ZА-ЯΑ-Ω]{2}|Lt|lt[ée]e|Lim|In[ck]|Corp|Co|Ld|K[ft]|Zrt|Oy|Es|P[tv]|Priv|Sd|B[eh]|Ap|Sp|S[àa]rl|Bt|Nyrt|[eh][Gf]|mb|plc|Sti|Ver|Fun|Fon|Part|Gmb|[社사司주ดญშ]|[Ss]p(?:\. ?[jkpz]|ó)/;

/** Where the first legal form of a text ends, or 0: a street may follow. Of ambiguous ones, only S.C. counts. */
export function endOfLegalForm(text: string): number {
  if (!MAY_HAVE.test(text)) return 0;
  const match = END_BEFORE_STREET.exec(text);
  return match && match.index > 1 ? match.index + match[0].length : 0;
}

/** The legal form of a name: `sure`, `ambiguous` if it may be another word, or null. `countries`: of the page. */
export function legalForm(name: string, countries: readonly string[] = []): 'sure' | 'ambiguous' | null {
  if (!MAY_HAVE.test(name)) return null;
  if (START.test(name) || ASIAN_END.test(name)) return 'sure';
  const match = END.exec(name);
  if (match && match.index > 1) return 'sure';
  const isCivil = countries.some((country) => CIVIL_COUNTRIES.has(country));
  if (isCivil && (CIVIL_END.exec(name)?.index ?? 0) > 1) return 'sure';
  for (const other of matchesOf(END_OF_ANY, name)) if (other.index > 1) return 'ambiguous';
  return null;
}

/** A text up to its last legal form that belongs to the name. Null: it has none. */
export function upToLegalForm(text: string): string | null {
  if (START.test(text))
    return text
      .split(/,|\s[|–-]\s|\s\(|(?<=[^(])\((?!주)|\s?〒/u)[0]!
      .replace(/(?<=^(?:株式会社|有限会社|合同会社)\S+)\s.*$/u, '');
  const asian = asianForm(text);
  if (asian) return text.slice(0, asian.end);
  const form = formAfterName(text);
  return form ? text.slice(0, form.end) : null;
}

/** Where the first form of China, Japan, Korea or Thailand that ends a name starts and ends in a text. Null: there is none. */
export function asianForm(text: string): { start: number; end: number } | null {
  const match = ASIAN_END.exec(text);
  return match && match.index > 0 ? { start: match.index, end: match.index + match[0].length } : null;
}

/** Whether a form that starts a name, such as `SIA`, is at the start of a text. */
export function startsWithForm(text: string): boolean {
  return START.test(text);
}

/** Where the first legal forms that follow a name start and end in a text, and whether the last is sure. Null: there are none. */
export function formAfterName(text: string): { start: number; end: number; isSure: boolean } | null {
  let start = -1;
  let found: { start: number; end: number; isSure: boolean } | null = null;
  for (const match of matchesOf(END_OF_ANY, text)) {
    if (match.index < 2) continue;
    // Forms of one name follow each other: "Sp. z o.o. Sp. K.", "San. ve Tic. A.Ş."
    if (found && match.index - found.end > 12) break;
    const end = match.index + match[0].length;
    start = start < 0 ? match.index : start;
    found = { start, end, isSure: IS_SURE.test(match[0]) };
  }
  return found;
}
