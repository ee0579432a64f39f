import { COUNTED_WORDS } from '../phones/counted-words.ts';
import { legalForm } from './legal-forms.ts';

/** A part of an address block, between line breaks, commas, bars and the like. */
export interface AddressPart {
  text: string;
  start: number;
  end: number;
  /** what stands before it */
  gap: 'line' | 'cell' | 'bar' | 'comma' | 'colon' | 'stop';
}

/** What may separate two parts. Much faster than the separators themselves. */
const MAY_SEPARATE = /[\n\t\ue001\ue002|•·∙●▪◆♦;›»–—,:.\ud83c-\ud83e\u2600-\u2665\u2667-\u27bf-]/g;
const SEPARATOR =
  /\n|\t|[\ue001\ue002]|[|•·∙●▪◆♦;]\s*|[›»]\s|\s*(?![©®™])\p{Extended_Pictographic}[\ufe0e\ufe0f]?\s*|[–—-]+\s|,(?!\d{1,2}(?!\d))\s*|(?<!CEP|C\.P\.|CP|[Bb]airro|ZIP|PLZ|PIN|[Cc]ode|N[or]|n[or]|[Kk]at|Daire|Blok|D):\s+|(?<=\p{L}{4}|\)|\d{3})(?<!(?<!\p{L})(?:Λεωφ|Ctra|Avda|Jend|Pres|Gral|Mcal|Cnel|Mons|Prof|[Bb]ulv|[Bb]lvd|[Bb]oul|Calz|Carr|Prol|Priv|[Bb]ldg|Apto|Edif|Ofic|Depto|Bloq|Cond|Fracc|Subd|Brgy|Dist|Dis?tt|Vill|Vitt|Giov|[Пп]росп))\.\s+(?=\p{Lu})(?!(?:Sok(?:ak)?|Sk|Cad(?:de(?:si)?)?|Cd|Bulv(?:arı)?)(?!\p{L}))|\.\s+(?=Bairro(?!\p{L}))|(?<=(?:[Ss]ince|[Ss]eit|[Dd]epuis|[Dd]esde|[Dd]al) \d{4})\.\s+(?=\d)/uy;
/** Pictures and signs before an address, instead of a label. */
const SYMBOLS = /^\s*(?:(?![©®™])(?:\p{Extended_Pictographic}|[\u2600-\u27bf])[\ufe0e\ufe0f]?\s*)+/u;
const NOTE = /\([^()\n]{1,80}\)/g;
const CODE_LABEL = /^(?:(?:CEP|C\.? ?P\.?|ZIP|PLZ|Eircode|PIN|Postcode)[:.]?\s*)?$/i;
const LABEL_CHARS = 12;
/** They need a space before them. */
const SPACED = '›»–—-';

const LEGAL_ONLY =
  /^(?:L\.?L\.?C|P\.?L\.?L\.?C|L\.?L\.?P|L\.?P|P\.?A|P\.?C|Inc|Ltd|Limited|Corp|Co|S\.? ?A\.?(?: ?U| de C\. ?V)?|S\.? ?L\.?(?: ?U)?|Lda|a\. ?s|s\. ?r\. ?o|spol\. s r\. ?o|GmbH|AG|S\.?A\.?S|S\.?R\.?L|S\.?p\.?A)(?:\.|(?![\p{L}\p{N}]))/u;
const COUNTY = /^Co\.? (?!Ltd|Limited|Inc|KG|L\.?L)\p{Lu}\p{Ll}/u;
const HOUSE_NUMBER =
  /^(?:n\.? ?[º°o]\.?|nr\.?|no\.?|km|#)? ?(?:\d{1,4}(?:[.,]\d)?|\d\.\d{3})(?:[ -]?\p{L})?(?:[/-](?:\d+ ?\p{L}?|\p{L}))?\.?(?=\s*(?:[,;\n\t|•·]|[–-]\s|$))/iu;
const NUMBER_ONLY = /^(?:n\.? ?[º°o]\.? ?)?\d{1,4}(?: ?(?:bis|ter|quater|\p{L})|[/-]\d{1,4})?$/iu;
/** The house number before a French street, in a sentence: `sise au 47, boulevard Moulay Slimane` */
const NUMBER_AFTER_WORDS = /(?:^|\s)(?:au|sise?) \d{1,4}(?: ?bis| ?ter)?$/iu;

/** Splits a text with an address. `codeStart`: where its postal code starts, which always starts a part. */
export function addressParts(text: string, codeStart: number): AddressPart[] {
  const parts: AddressPart[] = [];
  let start = 0;
  let gap: AddressPart['gap'] = 'line';
  const push = (end: number): void => {
    const raw = text.slice(start, end);
    const trimmed = raw.replace(SYMBOLS, '').trim();
    if (trimmed === '') return;
    const from = start + raw.indexOf(trimmed);
    parts.push({ text: trimmed, start: from, end: from + trimmed.length, gap });
  };
  const notes = notesOf(text, codeStart);
  MAY_SEPARATE.lastIndex = 0;
  for (let sign = MAY_SEPARATE.exec(text); sign; sign = MAY_SEPARATE.exec(text)) {
    const { index } = sign;
    if (SPACED.includes(sign[0]) && text[index - 1] !== ' ') continue;
    if (notes.some((note) => note.start < index && index < note.end)) continue;
    SEPARATOR.lastIndex = index;
    const separator = SEPARATOR.exec(text)?.[0];
    if (!separator) continue;
    const next = index + separator.length;
    if (
      start !== codeStart &&
      next !== codeStart &&
      joins(text.slice(start, index).trim(), text.slice(next, next + 40), separator)
    )
      continue;
    MAY_SEPARATE.lastIndex = next;
    push(index);
    start = next;
    const isBeforeCode = next <= codeStart && isLabel(text.slice(next, codeStart));
    gap = separator.startsWith('.') && isBeforeCode ? 'comma' : gapOf(separator);
  }
  push(text.length);
  return parts;
}

/** Whether nothing but the label of a code stands before it: `Santarém – Pará. CEP: 68040-130` */
function isLabel(text: string): boolean {
  return text.length <= LABEL_CHARS && CODE_LABEL.test(text);
}

/** The notes in brackets, which have no postal code: `12 Main St (rear building, second floor)`. */
function notesOf(text: string, codeStart: number): { start: number; end: number }[] {
  if (!text.includes('(')) return [];
  return [...text.matchAll(NOTE)]
    .map(({ index, 0: note }) => ({ start: index, end: index + note.length }))
    .filter(({ start, end }) => codeStart < start || codeStart >= end);
}

/** Whether a comma or dash is inside a part: before a legal form or a house number, or between two numbers. */
function joins(left: string, right: string, separator: string): boolean {
  if (separator.startsWith(',')) {
    // In `Ennis, Co. Clare`, `Co.` is no legal form.
    if (/(?<!\p{L})[Kk]m\.? ?\d{1,4}$/u.test(left) && /^\d{3}(?!\d)/.test(right)) return true;
    const isForm = !separator.includes('\n') && LEGAL_ONLY.test(right) && !COUNTY.test(right);
    if (isForm || NUMBER_ONLY.test(left) || NUMBER_AFTER_WORDS.test(left)) return true;
    return left !== '' && !/\d/.test(left) && HOUSE_NUMBER.test(right) && legalForm(left) === null;
  }
  return (
    /^[–—-]+\s$/.test(separator) &&
    /\d$|# ?\d{1,3} ?\p{Lu}\p{L}{0,4}$/u.test(left) &&
    /^\d{1,6}(?![\d]*\s\p{Lu}\p{L}+\s*(?:\n|$|[|(]))/u.test(right)
  );
}

function gapOf(separator: string): AddressPart['gap'] {
  if (separator === '\n') return 'line';
  if (separator === '\t') return 'cell';
  if (separator.startsWith(',')) return 'comma';
  if (separator.startsWith(':') || SYMBOLS.test(separator)) return 'colon';
  return separator.startsWith('.') ? 'stop' : 'bar';
}

const SUITE = `(?:suite|ste|unit|flat|floor|fl|level|lvl|bldg|building|apt|appt|apartment|room|rm|office|tower|block|shop|lot|plot no|phase|piso|oficina|of|sala|loja|conj|cj|torre|local|nave|parcela|lote|galp[ãa]o|hangar|sector|porte|b[âa]t(?:iment)?|bloque|planta|[ée]tage|og|eg|top|stiege|bl|ap|sc|et|bus|app|int|interno|scala|dept|depto|mail ?stop|pier|shop|plan|lok|lokal|blk|edif(?:[ií]cio)?|espa[çc]o|lotto|esc|esq|portal|puerta|dto|dcha|izda|izq|andar|objekt|hus|bygning|byggnad|r.? ?r.?(?= ?#)|bo[iî]te|bte|bur|r/c|krs|etg|kat|vån|våning|daire|оф|офис|офіс|корп|корпус|стр|строение|эт|ет|кв|д|лит|литера?|пом|помещение|ком|буд|km|bloc|corp|s/n|snc)`;
/** The number of a unit: `A-201`, `B-3A-12`. */
const UNIT_NUMBER =
  /^#\d|^R\.?[DR]\.? ?#?\d{1,2}$|^\d{1,4}-[A-Z]$|^[A-Z]-?\d{1,4}(?:[-/][A-Z]?\d{1,3}[A-Z]?)?$|^[A-Z]-\d{1,3}[A-Z]?-\d{1,3}[A-Z]?$/;
const SUITE_START = new RegExp(String.raw`^${SUITE}(?:\.|(?!\p{L}))`, 'iu');
/** Words that start the names of places too, so that a number must follow. */
const NUMBERED_SUITE =
  /^(?:salida|saída|sortie|uscita|box|bureau|site|comp|factory|warehouse|bay|stand|gate|door|entrance|module|mod|wing|hall|stall|box|quadra|qd|lt|bodega|hala|halle|gebäude|budynek|budova|budynku|pawilon|pavilion|aile|kapı|dükkan|blok|stairs|vchod|wejście|вход) ?\p{Lu}?-?\d/iu;
const FLOOR =
  /^(?:\d{1,3}(?:st|nd|rd|th|\.|er|e|[ºª])? ?(?:floor|fl|og|etage|étage|piso|kat|emelet|andar|krs|kerros|vån|patro|poschodie)(?!\p{L})|\d{1,3}\/?F(?!\p{L})|(?:ground|first|second|third|fourth|fifth|top|lower ground|upper) floor|parter(?:re)?$|demisol$|(?:hoch)?parterre$|erdgeschoss$|rez-de-chauss[ée]e$|piano terra$|pianoterra$|planta baja$|t[ée]rreo$|földszint$|p[řr][íi]zem[íi]e?$|zemin kat$|stuen?$|begane grond$|c\/o |st\. t[vh]|fszt|n\.? ?[º°]? ?\d|\d{1,2}\.?[ºª°]|\d{1,2}(?:r|n|t|è|é) \d{1,2}[aª]|baixos?|altos$|fundos$|sobreloja|entresol|bajo|bajos|postfach|p\.? ?o\.? ?box|col\. )/iu;

/** Alone, such a word is the label of an address. */
const LABEL_WORD =
  /^(?:shop|office|store|building|tower|block|unit|room|sector|loja|local|sala|hus|plan|oficina|bureau)(?: (?:e|y|and|&|et|und|i|o|\+) \p{L}{4,20})?(?: (?:central|principal|address))?$/iu;
/** Whether a part is a suite, floor, building number or the like, which belongs to a street but isn't one. */
export function isSuite(text: string): boolean {
  return (
    text.length <= 60 &&
    !LABEL_WORD.test(text) &&
    (SUITE_START.test(text) || FLOOR.test(text) || NUMBERED_SUITE.test(text) || UNIT_NUMBER.test(text))
  );
}

const PO_BOX =
  /^(?:p\.? ?o\.? ?box|post office (?:box|drawer)|p\.? ?o\.? ?drawer|postfach|postbus|bo[iî]te postale|bp|box|apartado|cs|tsa|casella postale|case postale|caixa postal|po\.? boks|postboks|private bag) ?\d/i;
/** The number of a house in a village without streets, as in Czech addresses. */
const VILLAGE_NUMBER = /^č\. ?p\. ?\d{1,4}$/u;
const LABELED_NUMBER =
  /^(?:tel|telefon|t[ée]l[ée]fono|t[ée]l|phone|ph|fax|mob|mobile|cell|call|vat|tva|btw|iva|cvr|kvk|abn|acn|nzbn|cnpj|nit|rut|ruc|cuit|uen|gst|gstin|nip|krs|regon|i[čc]o?|di[čc]|iban|bic|hr[ab]|siret|siren|rcs|rea|rc|company|copyright|since|seit|depuis|desde|est|org|rps|rgseaa|nº col|fn|uid|ust|steuer|page|seite|open|mon|tue|wed|thu|fri|sat|sun|price|from|ab|no\.? of|capital|tickets?|in stock)(?:[ .:-]|$)/iu;
const MONTH =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d{1,2}(?:st|nd|rd|th)?(?:,|$)|^\d{1,2}(?:[–-]\d{1,2})? (?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?!\p{L})/iu;
/** `We install in Brisbane QLD 4000` */
const SENTENCE =
  /\s(?:haben|hatten|wir|sind|waren|were|was|have|had|avons|avez|hemos|abbiamo|hebben)\s|^(?:we|wir|nous|noi|nosotros|wij|vi|my)\s|^(?:call|ring|phone|text|email) us\s|^(?:our|serving|call|join|unsere?n?|notre|nos|nuestr[oa]s?|i nostri)\s(?!.*(?:street|road|avenue|lane|stra(?:ss|ß)e|rue|calle|via)(?!\p{L}))/iu;
const STREET_WORD =
  /(?<!\p{L})(?:street|st|carrer|passeig|plaça|rambla|ronda|avinguda|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|circle|cir|pike|trail|loop|broadway|place|pl|plaza|square|sq|terrace|parkway|pkwy|highway|hwy|freeway|fwy|close|crescent|quay|mews|row|gardens|hill|yard|lieu-dit|bº|barrio|rue|triq|avenue|impasse|chemin|route|calle|avenida|avda|paseo|camino|carretera|ctra|via|viale|piazza|corso|largo|localit[àa]|loc|rua|estrada|praça|alameda|rodovia|jalan|jl|jln|lorong|lingkaran|persiaran|lebuh|lebuhraya|ulica|ul|aleja|al|os|bulevardul|strada|str|calea|ул|вул|пр|бул|пер|шоссе|проспект|пр-кт|пр-т|просп|пл|наб|проезд|stra(?:ss|ß)e|platz|cesta|put|trg|cad|sok|cd|sk|mah|boul|plac|náměstí|námestie|nám|tér|krt|piața|şos|șos|vicolo|contrada|frazione|travessa|carrera)(?:\.|(?!\p{L}))|(?<!\p{L})c\/|(?:stra(?:ss|ß)e|str\.|weg|gasse|platz|allee|ufer|damm|ring|hof|gatan|vägen|veien|vej|gade|straat|laan|plein|kade|dijk|katu|tie|tee|utca|út|iela)(?!\p{L})/iu;

/** Hours and counts beside an address: `Ouvert 7 jours sur 7`, `Über 20 Filialen`, `320 reviews`. */
const HOURS_OR_COUNT = new RegExp(
  String.raw`^(?:ouvert|geöffnet|geopend|abierto|aperto|aberto|åbent|åpent|öppet|otwarte|otevřeno|avoinna|auki|horario|orari|horaires|öffnungszeiten|openingstijden)(?!\p{L})|^(?:über|mehr als|over|more than|plus de|más de|oltre|meer dan|mais de|ponad|více než|yli|över|mere end) \d|(?<![\p{L}\d-])\d[\d.,]*\+? (?:${COUNTED_WORDS})(?!\p{L})`,
  'iu',
);

/** Whether a part has a word for a street, such as "Road". */
export function isStreetByWord(text: string): boolean {
  return STREET_WORD.test(text);
}

/** Whether the street of an address is only a post box. */
export function isPostBox(street: string): boolean {
  const isRural = /^R\.?R\.? ?#?\d/.test(street);
  return !isRural && street.split(', ').some((part) => PO_BOX.test(part)) && !STREET_WORD.test(street);
}

/** Whether a part can be the line of a street: it has words and a house number, or a post box. */
export function isStreet(text: string): boolean {
  if (text.length < 4 || text.length > 80) return false;
  if (PO_BOX.test(text) || VILLAGE_NUMBER.test(text)) return true;
  if (/[@©®%€$£¥=?!]|www\.|https?:|\d:\d\d/.test(text) || LABELED_NUMBER.test(text)) return false;
  if (!/\p{L}{2}/u.test(text)) return false;
  if (MONTH.test(text)) return false;
  const isWritten = /^(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\s\p{Lu}/u.test(text);
  if (!/\d/.test(text)) return (isWritten && STREET_WORD.test(text)) || /^lieu-dit /i.test(text);
  const digits = text.replace(/\D/g, '').length;
  // A rural road of Canada or the United States has numbers of its grid: `104032 Range Road 204`.
  if (
    digits > 9 ||
    (/\d{6}/.test(text) && !/^\d{6} (?:Range|Township|Twp|County|Highway)\.? (?:R|\d)/i.test(text)) ||
    text.split(' ').length > 11
  )
    return false;
  if (SENTENCE.test(text) || (HOURS_OR_COUNT.test(text) && !STREET_WORD.test(text))) return false;
  // A year or a count beside a word isn't a house number.
  if (/^(?:19|20)\d\d\b|\b(?:19|20)\d\d$/.test(text) && !STREET_WORD.test(text)) return false;
  return /^[\p{Lu}\p{N}#№„"'’]|^(?:rue|avenue|av|bd|boulevard|place|chemin|route|impasse|ul|ulica|al|os|via|calle|strada|str|вул|ул|пр|пл|бул|просп|пр|пер|nám|náměstí|námestie|tř|třída|trg|lieu)[ .]/u.test(
    text,
  );
}

/** Whether a part without a number is a street, by its last or first word. */
export function isNamedStreet(text: string): boolean {
  return (
    text.length <= 50 &&
    !/\d/.test(text) &&
    /^(?:\p{Lu}|ул\.|вул\.|пр|пер|c\/ ?\p{Lu}|(?:calle|avenida|rua|rue|via|ulica|carrer) \p{Lu})/u.test(
      text,
    ) &&
    !/addresse?s?$/i.test(text) &&
    STREET_WORD.test(text) &&
    text.split(' ').length <= 5
  );
}

const BUILDING =
  /(?<!\p{L})(?:house|centre|center|plaza|park|tower|towers|building|estate|mall|complex|dairy|farm|mill|hall|court|barn|works|wharf|chambers|exchange|mills|industrial|business|zone|zi|za|arcade|pavilion|pol[íi]gono|pol\. ?ind\.?|urb\.?|urbaniza[çc](?:ão|ión)|parque|zona|z\.a|z\.i|loteamento|condom[íi]nio|gedung|wisma|menara|résidence|immeuble|campus|organize sanayi)(?!\p{L})/iu;

const OLD_BUILDING = /^The (?:Old|Auld|Former) \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?$/u;

/** Whether a part without a number names a building or an area of industry. */
export function isBuilding(text: string): boolean {
  return (
    text.length <= 45 &&
    /^\p{Lu}/u.test(text) &&
    (BUILDING.test(text) || OLD_BUILDING.test(text)) &&
    text.split(' ').length <= 6 &&
    legalForm(text) !== 'sure'
  );
}

/** Whether a part may name a district or village between street and city. */
export function isDistrict(text: string): boolean {
  return (
    text.length <= 40 &&
    /^(?:[Bb]airro:? )?\p{Lu}[\p{L}\p{M}’'. -]*(?: \((?:West|East|North|South|[WENS])\))?$/u.test(text) &&
    text.split(' ').length <= 4 &&
    !LABELED_NUMBER.test(text)
  );
}

const CONNECTORS =
  '[aio]\\. ?d\\.|[aiov]\\.|de|del|la|le|les|los|las|di|da|do|dos|das|du|des|sur|sous|en|am|an|im|in|bei|ob|vor|der|den|dem|a|al|aan|op|bij|van|het|v|na|nad|pod|pri|y|e|upon|under|on|of|the|and';
const WORD = String.raw`[\p{Lu}\p{Lo}][\p{L}\p{M}’'.-]*`;
/** What the name of a city is shortened to after a river or landscape: `Rothenburg o.d.T.`, `Freiburg i. Br.`, `Chalon s/ Saône` */
const BESIDE = String.raw`[aiov]\. ?(?:d\. ?)?\p{Lu}\p{L}{0,3}`;
const CITY_SOURCE = String.raw`(?:['’][st][- ])?(?:м\. ?|г\. ?|гр\. ?|с\. ?)?${WORD}(?: (?:(?:${CONNECTORS})(?= )|${BESIDE}\.|[Ss]/ ?${WORD}|${WORD}|\d{1,2}(?!\d)|\(${WORD}\))){0,5}`;
const CITY_START = new RegExp(`^${CITY_SOURCE}`, 'u');
const CITY = new RegExp(`^${CITY_SOURCE}$`, 'u');
const NOT_CITY =
  /^(?:rfc|tel|telefon|t[ée]l|phone|fax|e-?mail|mail|email|web|mobile?|iban|bic|hrb|vat|order|item|eur|usd|gbp|chf|mwst|uhr|euro|mio|kg|km|views?|reviews?|results?|products?|members?|stück|gäste|artikel|kunden|customers?|downloads?|mon|montag|monday|jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])(?![\p{L}])/iu;

/** A period that ends a sentence and no short word. */
const CITY_END = new RegExp(
  String.raw`(?<!(?:^|[ -])(?:St|Ste|Sta|Sto|Mt|Ft|Bad|Cd|Gen|Dr|a|b|d|i|o|г|гр|с|м|[aio]\.d|${BESIDE}))\.(?:\s|$)`,
  'u',
);

/** The city at the start of a text. Null: it doesn't start with one. */
export function cityAtStart(text: string): string | null {
  let city = CITY_START.exec(text)?.[0].replace(
    / (?:Tel|Telefon|Tél|Phone|Fax|E-?[Mm]ail|Mail|Web|USt|UID|NIF|Mob|Mobil|K[Vv]K|BTW|VAT|CVR|SIREN|SIRET|HRB)\b.*$/u,
    '',
  );
  const cut = city?.search(CITY_END) ?? -1;
  if (city && cut > 0) city = city.slice(0, cut);
  return city && city.length >= 2 && city.length <= 50 && !NOT_CITY.test(city) ? city : null;
}

/** Whether a text is the name of a city and nothing else, as far as its letters tell. */
export function isCity(text: string): boolean {
  return (
    text.length >= 2 &&
    text.length <= 50 &&
    !/^(?:Col|Colonia|C\.P|Apt|Suite|Tel)\b/.test(text) &&
    CITY.test(text) &&
    !NOT_CITY.test(text)
  );
}

/** `6 rue des Charpentiers à Carhaix` */
const FRENCH_STREET_AND_CITY =
  /^(?<street>\d{1,4}(?: ?bis| ?ter)?,? \p{Ll}.{3,50}|[Bb][âa]t(?:iment|\.)? ?[\p{L}\d]{1,3}|\d(?:er|e|ème) étage) à (?<city>\p{Lu}[\p{L} .'’-]+)$/u;

/** A unit behind an American street: "Ste 2000", "unit B-12". */
const UNIT = String.raw`(?:suite|ste|unit|apt|bldg|floor|fl|rm|room)\.? ?#?[A-Z]?-?\d{1,5}[A-Z]?`;
const UNIT_AND_CITY = new RegExp(
  String.raw`^(?<street>${UNIT}|#[A-Z]?-?\d{1,5}[A-Z]?) (?<city>\p{Lu}[\p{L} .'’-]+)$`,
  'iu',
);

/** The unit and the city of a part that has both without a comma, after its street: "Ste 2000 Austin". */
export function splitUnitAndCity(text: string): { street: string; city: string } | null {
  return streetAndCity(UNIT_AND_CITY.exec(text));
}

const STREET_AND_CITY = new RegExp(
  String.raw`^(?<street>(?:(?:lot|unit|shop|suite|factory) )?\d.{2,50}?(?<!\p{L})(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|parkway|pkwy|highway|hwy|square|sq|circle|cir|pike|trail|loop|broadway)\.?(?: (?:[NSEW]{1,2}|#? ?\d+))?(?:,? ${UNIT})?)(?: in(?: downtown| central)?)? (?<city>\p{Lu}[\p{L} .'’-]+)$`,
  'iu',
);

/** The street and the city of a part that has both without a comma: "4080 Chain Bridge Rd Fairfax". */
export function splitStreetAndCity(text: string): { street: string; city: string } | null {
  return streetAndCity(STREET_AND_CITY.exec(text) ?? FRENCH_STREET_AND_CITY.exec(text));
}

function streetAndCity(match: RegExpExecArray | null): { street: string; city: string } | null {
  const { street = '', city = '' } = match?.groups ?? {};
  return isCity(city) && /^\p{Lu}/u.test(city) ? { street, city } : null;
}
