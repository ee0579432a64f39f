import { FAX_ICON, PHONE_ICON, withoutMarks } from '../html/page-source.ts';

/** What the words around a number say it is. `other`: an account, register, order or other number that is no phone. */
export type PhoneLabel = 'phone' | 'fax' | 'other' | null;

const WINDOW = 60;

const FAX = `(?:tele)?fax(?:e|nummer|number|es|simile)?|facsimile|fx|telefaks|faks(?:i)?|t[ée]l[ée]copi(?:e|eur)|факс|φαξ|ファックス|ファクス|传真|傳真|팩스|فاكس|📠|${FAX_ICON}`;
const PHONE = `tele?ph?one?s?|phones?|tel[ée]?s?|t[ée]l(?:[ée]phone)?|ph|call(?: us)?|cell(?:ular|phone)?|mobiles?|mobil(?:e|telefon|nummer)?|mob|toll[ -]?free|hot-?line|help-?line|direct(?: line| dial)?|switchboard|reception|whats-?app|sms|text|voice|dial|ring|telefon[aeiou]?s?|telefoon(?:nummer)?|fone|celulare?s?|m[óo]vil(?:es)?|handy|rufnummer|durchwahl|zentrale|festnetz|cellulare|portable|puh(?:elin)?|tlf|tfno?|tfn|gsm|numéro vert|n° vert|numero verde|emergency|after hours|local|international|office|main|landline|тел(?:ефон)?|моб|τηλ(?:έφωνο)?|電話(?:番号)?|お?電話|代表|携帯|フリーダイヤル|电话|手机|전화|هاتف|☎|☏|📞|📱|✆|✆|☏|℡|${PHONE_ICON}`;
const LETTER = String.raw`(?<![\p{L}\p{N}.])(?:[ptmodcf]|ph)(?=\s?[.:)\]|-]|\s\+?\(?\d|\s?$)`;

const LABELS = new RegExp(
  String.raw`(?<fax>(?<![\p{L}])(?:${FAX})(?![\p{L}]))|(?<phone>(?<![\p{L}])(?:${PHONE})(?![\p{L}]))|(?<letter>${LETTER})`,
  'giu',
);

/** Words before numbers that are no phones, and the register's or tax office's abbreviations, which count in capitals. */
const OTHER_END = String.raw`(?:[\s.:#№°º\ue000-]|\b(?:no|nr|number|num|code|id)\b)*$`;
const OTHER = new RegExp(
  String.raw`(?<![\p{L}])(?:vat|ust\.?-?\s?id(?:nr)?|umsatzsteuer\S*|st(?:euer)?\.?-?\s?(?:nr|nummer)|steuer-?id|handelsregister\S*|siren|siret|capital(?:\s(?:social|de))*|konto(?:nummer)?|btw(?:-?nummer)?|partita\siva|codice\sfiscale|tax\s(?:id|no|number)|company\s(?:no|number|reg\S*)|reg(?:istration|istered)?\.?\s?(?:no|number|nr|nummer)|charity|licen[cs]e|lic|item|model|order|invoice|serial|zip|plz|postcode|p\.?\s?o\.?\s?box|postfach|apartado|pin\s?code|lat(?:itude)?|lon(?:g|gitude)?|coordinates|patent|org\.?\s?(?:nr|nummer|no)|y-tunnus|ičo|dič|法人番号|登録番号|許可|免許|第)${OTHER_END}`,
  'iu',
);
const OTHER_CAPITALS = new RegExp(
  String.raw`(?<![\p{L}])(?:VAT|HR[AB]|SIREN|SIRET|RCS(?:\s\p{L}+)?|APE|NAF|TVA|CNPJ|CPF|CEP|ABN|ACN|ARBN|GST|GSTIN|PAN|CIN|DIN|IBAN|BIC|SWIFT|BLZ|Kto|KTO|KvK|KVK|BTW|NIF|CIF|NIPC|NIE|P\.?\s?IVA|C\.F|REA|EIN|ISBN|ISSN|UPC|EAN|GTIN|SKU|GPS|DUNS|NMLS|USDOT|CVR|IČO|ICO|DIČ|KRS|NIP|REGON|INN|ИНН|ОГРН|КПП|OGRN|BP)${OTHER_END}`,
  'u',
);

/**
 * The label of the number that begins at `start`: from its own line back to `from` (the end of the number before, or 0), else
 * from the line above when nothing but signs stands before it.
 */
export function labelBefore(text: string, start: number, from: number): PhoneLabel {
  const begin = Math.max(from, start - WINDOW);
  const prefix = text.slice(begin, start);
  const newline = prefix.lastIndexOf('\n');
  const line = prefix.slice(newline + 1);
  const own = readLabel(line);
  if (own || newline < 0 || /[\p{L}\d]/u.test(line)) return own;
  const above = prefix.slice(0, newline).trimEnd();
  const lastLine = above.slice(above.lastIndexOf('\n') + 1);
  // A paragraph that mentions a phone somewhere labels nothing below it.
  return readLabel(lastLine.slice(-28));
}

function readLabel(line: string): PhoneLabel {
  if (!line) return null;
  const plain = line.replaceAll('\ue000', ' ');
  if (OTHER.test(plain) || OTHER_CAPITALS.test(plain)) return 'other';
  let label: PhoneLabel = null;
  let end = -1;
  for (const match of plain.matchAll(LABELS)) {
    const groups = match.groups!;
    const isFax = groups.fax !== undefined || (groups.letter !== undefined && /^f/i.test(groups.letter));
    const gap = plain.slice(end, match.index);
    // "Tel/Fax", "Phone and fax": one number for both.
    if (
      end >= 0 &&
      label === 'phone' &&
      isFax &&
      /^[\s./&+,:-]*(?:and|und|et|e|y|en|or|oder|ou|o)?[\s./&+,-]*$/i.test(gap)
    )
      label = 'phone';
    else label = isFax ? 'fax' : 'phone';
    end = match.index + match[0].length;
  }
  // Letters beyond a few words after the label belong to something else.
  return label && plain.length - end > 45 ? null : label;
}

/** The label that follows a number: `555-1234 (fax)`, `555-1234 Fax` at the end of a line. */
export function labelAfter(text: string, end: number): PhoneLabel {
  const after = withoutMarks(text.slice(end, end + 30)).replaceAll('\ue002', ' fax ');
  if (/^[\s,]*[([]\s*(?:tele)?(?:fax|facsimile|f)\s*[)\]]/i.test(after)) return 'fax';
  if (
    /^[\s,]*[([]\s*(?:tele)?(?:phone|tel|voice|office|main|mobile|cell|toll[ -]?free|p|t|o|m|c|h)\s*[)\]]/i.test(
      after,
    )
  )
    return 'phone';
  if (/^[ ,-]*(?:tele)?fax(?: ?(?:number|no\.?|line)?) ?(?:[\n\t,;|]|$)/i.test(after)) return 'fax';
  return null;
}
