import { FAX_ICON, PHONE_ICON } from '../html/page-source.ts';
import { matchesOf } from '../matches-of.ts';

const FAX = [
  `(?:e-?|tele)?fax(?:e|nummer|number|nr|es|simile)?|facsimile|facs|fx|t[ée]l[ée]copi(?:e|eur)|t[ée]l[ée]c`,
  String.raw`(?:tele)?faks(?:[iysu]|as|nummer|as)?|belge\s?geçer|факсу?|факсимиле|φαξ|פקס|פאקס|فاكس|الفاكس|فکس|نمابر|دورنگار`,
  `แฟกซ์|แฟ็กซ์|โทรสาร|ファックス|ファクス|传真|傳真|팩스|ფაქსი|ֆաքս|फैक्स|फ़ैक्स|ফ্যাক্স|ෆැක්ස්|ទូរសារ|📠|🖷`,
  FAX_ICON,
].join('|');

/** Words for phones, mobiles and lines, by the languages that use them. */
const PHONE = [
  // English, Indonesian, Malay, Filipino
  `tele?ph?one?s?|tele?phones?|phones?|tel[ée]?s?|ph|call(?: us)?|cell(?:ular|phone)?|mobiles?|mob|toll[ -]?free|freephone|free ?call|hot-?line|help-?line|info-?line`,
  `direct(?: line| dial)?|switchboard|reception|whats-?app|wa|viber|sms|text|voice|dial|ring|emergency|after hours|local|international|office|main|landline|home|board line|trunk ?line|pabx|epabx`,
  String.raw`telepon|telp|tlp|talian|hp|no\.? ?tel|no\.? ?hp|telepono`,
  // German, Dutch, Scandinavian languages, Finnish, Icelandic
  `mobil(?:e|telefon|nummer|funk)?|fon|telefon(?:isch|nummer|nr)?|handy|rufnummer|durchwahl|zentrale|vermittlung|festnetz|notruf|natel|telefoon(?:nummer)?|telefoonnr|mobiel|gsm|vast`,
  `tlf|tlfn?r|telefonnr|mobilnr|mobilnummer|vagttelefon|växel(?:n)?|mobiltelefon|sentralbord|puh(?:elin)?|puhelinnumero|matkapuhelin|vaihde|sími|símanúmer|farsími`,
  // Romance languages
  `t[ée]l(?:[ée]phone)?s?|portable|standard|numéro vert|n° vert|fixe|telefon[aeiou]?s?|teléfonos?|tfno?s?|tfn|tels|celulare?s?|cel|m[óo]vil(?:es)?|conmutador|central telef[óo]nica|l[íi]nea(?: gratuita)?|fijo`,
  `telefones?|fones?|telem[óo]vel|telem|tlm|pabx|sac|ligue|cellulare|centralino|numero verde|recapito|fisso|mobil|telefonul|telèfon`,
  // Slavic, Baltic, Hungarian, Turkish, Albanian, Greek
  String.raw`telefony|telefonu|telefoni|komórka|kom|infolinia|kontakt tel|mobilní|pevná linka|infolinka|mobiteli?|mob\. ?tel|telefonski|gsm|tālrunis|tālr|tel\. ?nr|mob\. ?tālr|telefonas|tel\. ?mob|telefonid|mobiil`,
  String.raw`telefonszám|mobilszám|vezetékes|ügyfélszolgálat|telefonu|cep(?: telefonu)?|cep tel|çağrı merkezi|santral|sabit|numri|celular|τηλ(?:έφωνο|έφωνα|εφωνο|\.)?|κιν(?:ητό|ητο)?|τηλέφωνα|τ\.`,
  String.raw`тел(?:ефон(?:ы|и|а|у)?)?|моб(?:ильный|ільний|илен|\.)?|мтел|сот(?:овый)?|горячая линия|гаряча лінія|телефонен номер|мобилни|утас|утасны`,
  // Hebrew, Arabic, Persian, Urdu, languages of the Caucasus and of India
  `טלפון|טל['׳]?|נייד|הנייד|סלולרי|هاتف|الهاتف|تليفون|تلفون|جوال|الجوال|موبايل|محمول|تلفن|همراه|شماره تماس|فون|موبائل`,
  `ტელ(?:ეფონი)?|მობ(?:ილური)?|հեռ(?:ախոս)?|फ़?ोन|फोन|मोबाइल|दूरभाष|ফোন|মোবাইল|டெலிபோன்|தொலைபேசி|ఫోన్|ದೂರವಾಣಿ|දුරකථන|ስልክ`,
  // East and Southeast Asia
  `điện thoại|đt|sđt|di động|đường dây nóng|โทร(?:ศัพท์)?|เบอร์โทร|มือถือ|電話(?:番号)?|代表|携帯|フリーダイヤル|お電話|电话|联系电话|热线|手机|座机|電話號碼|手提|聯絡電話|專線|전화(?:번호)?|휴대폰|대표번호|연락처|핸드폰|ទូរស័ព្ទ|ໂທ`,
  '☎|☏|📞|📱|✆|℡|🕻|🕿',
  PHONE_ICON,
].join('|');
/** "Suite F" and "Room T" are places, not labels. Checked last, because it is rare. */
const NO_PLACE = String.raw`(?<!(?<!\p{L})(?:suite|ste|room|rm|unit|apt|building|bldg|block|floor|hall|wing|tower|gate|bureau|aufgang|haus|zimmer|raum|local|oficina|sala|int|scala)\.?\s(?:[ptmodcf]|ph))`;
const LETTER = String.raw`(?<![\p{L}\p{N}.])(?:[ptmodcf]|ph)(?=\s?[.:)\]|-]|\s\+?\(?\d|\s?$)${NO_PLACE}`;

/** Letters of scripts with spaces between words. In other scripts, a label may touch any letter ("FAX番号"). */
const SPACED = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{M}]`;

/** Labels of a number, in the groups fax, phone and letter (`T:`, `F.`). */
const LABELS = new RegExp(
  `(?<fax>(?<!${SPACED})(?:${FAX})(?!${SPACED}))|(?<phone>(?<!${SPACED})(?:${PHONE})(?!${SPACED}))|(?<letter>${LETTER})`,
  'giu',
);

/** A label of the number after it, at the start of a text: "Fax", "Tel. 030 ...", "M: 0170 ...". */
const LABEL_FIRST = new RegExp(
  `^(?:(?:${FAX})(?!${SPACED})|(?:${PHONE}|[ptmf](?!\\p{L}))(?!${SPACED})[^\\p{L}\\d]{0,8}(?:\\d|${FAX}))`,
  'iu',
);

/** One number for phone and fax: "Tel/Fax", "Phone & fax", "Telefon und Fax", "TEL・FAX". */
const JOINS_FAX = /^[\s.:]*(?:[/&+／・]|and|und|et|e|y|en|og|och|ja|i|a|és|και|ve|и|и\/или|та|및)[\s.:/]*$/iu;

const OTHER_END = String.raw`(?:[\s.:#№°º()\ue000-]|\b(?:no|nr|nro|number|num|núm|code|id|n|nº)\b)*$`;

/** Labels of numbers that aren't phones, by kind. */
const OTHER_WORDS = [
  // tax and company registers
  String.raw`vat|ust\.?-?\s?id(?:nr)?|umsatzsteuer\S*|st(?:euer)?\.?-?\s?(?:nr|nummer)|steuer-?id|finanzamt\s\p{L}+|handelsregister\S*|amtsgericht\s\p{L}+|gewerberegister\S*|firmenbuch\S*|mwst`,
  String.raw`(?:vers(?:icherungs)?|kunden|bestell|artikel|rechnungs|akten|mitglieds|register|lizenz|konto|ik)\.?-?\s?(?:nr|nummer|zeichen)`,
  String.raw`siren|siret|capital(?:\s(?:social|de))*|tva(?:\sintra\S*)?|rcs(?:\s\p{L}+)?(?:\s[ab])?|n[°º]\s?(?:tva|rcs|siret|siren|orias|agr[ée]ment|client)|code\s(?:ape|naf|postal)|orias|adeli|rpps|immatricul\S+(?:\s\p{L}+){0,4}`,
  String.raw`btw(?:-?(?:nummer|nr|id))?|kvk(?:-?(?:nummer|nr))?|k\.?v\.?k\.?|kamer\svan\skoophandel|rsin|(?:bank)?rek(?:ening)?(?:\.|nummer|\.?nr)?|bankrekening|postbank|abn\samro|agb(?:-?code)?|big-?(?:nummer|nr|registratie)|vergunning\S*|dossier\S*|ondernemings\S*`,
  String.raw`partita\siva|p\.?\s?iva|codice\sfiscale|cod\.?\sfisc\.?|cap\.?\ssoc\S*|registro\simprese|reg\.?\simp\S*|albo\S*`,
  String.raw`org\.?\s?(?:nr|nummer|no)|organisasjons\S+|organisations\S+|bankgiro|plusgiro|postgiro|cvr|se-?nr|y-tunnus|ly-tunnus|kennitala|vsk\S*`,
  String.raw`nip|regon|krs|ičo?|dič|ič\s?dph|č\.?\s?ú|adószám|cégjegyzékszám|bankszámla\S*|cif|c\.?u\.?i|nr\.?\sreg\.?\s?com\S*|oib|matični\sbroj|davčna\sštevilka|eik|еик|булстат|бдс`,
  String.raw`инн|огрн(?:ип)?|кпп|окпо|р\/с|к\/с|бик|снилс|оквэд|єдрпоу|едрпоу|мфо|ипн|рнн|бин|унп|рег\.?\s?№|лицензия|свидетельств\S+`,
  String.raw`α\.?φ\.?μ|αφμ|γ\.?ε\.?μ\.?η|αρ\.?\sγεμη|μ\.?η\.?τ\.?ε|vergi\s(?:no|numarası|dairesi)|mersis(?:\sno)?|ticaret\ssicil\s?(?:no)?|t\.?c\.?\skimlik|k\.?v\.?k\.?k`,
  String.raw`nif|n\.?i\.?f|nipc|contribuinte|c\.?i\.?f|cuit|c\.?u\.?i\.?t|nit|n\.?i\.?t|rut|r\.?u\.?t|ruc|r\.?u\.?c|rif|rfc|r\.?n\.?c|cnpj|cpf|inscriç\S+(?:\s\p{L}+)?|insc\.?\s(?:est|mun)\S*|crm|cnes|colegiad\S+|matr[íi]cula|c[ée]dula`,
  String.raw`tax\s(?:id|no|number|reg\S*)|company\s(?:no|number|reg\S*|registration)|reg(?:istration|istered|d)?\.?\s?(?:no|number|nr|nummer|charity)|reg\.|charity|licen[cs]e|gstin?|gst|abn|acn|arbn|nzbn|uen|trn|ein|npi|dea|fein|crd|nmls|dre|calbre|usdot|ccb|cslb|duns|c\.?r|brn`,
  String.raw`npwp|nib|siup|mst|mã\ssố\sthuế|gpkd|đkkd|เลขประจำตัวผู้เสียภาษี|เลขทะเบียน\S*|ทะเบียนเลขที่|사업자\s?등록\s?번호|사업자번호|통신판매\S*|法人番号|登録番号|許可(?:番号)?|免許(?:番号)?|第|統一編號|統編|icp备|公安网备|营业执照|ח\.?\s?פ|ע\.?\s?מ|עוסק\s\p{L}+|ח"פ|ע"מ|السجل\sالتجاري|الرقم\sالضريبي|س\.?\s?ت`,
  // orders, articles, papers and permits: with a word for "number" where the first word alone may announce a phone
  String.raw`(?:part|case|cat(?:\.|alog(?:ue)?)|product|permit|policy|confirmation|job|customer|member(?:ship)?|batch|lot|file|claim|approval|certificate|project|contract|application)\s?(?:no|nr|number|num|#|id|code)|permit|build|population|habitants|einwohner(?:zahl)?|abitanti|habitantes|inwoners`,
  String.raw`(?:n[º°]|num[ée]ro)\s?d(?:['’]|[eu]\s)(?:agr[ée]ment|client|commande|dossier|contrat|licence|facture|s[ée]rie|enregistrement|inscription|police|compte|adh[ée]rent)|r[ée]f(?:[ée]rence)?\.?\s(?:produit|article|dossier|annonce|client)|commande\sn[º°]|bulletin|revue`,
  String.raw`codice\s(?!tel)\p{L}+|(?:iso|din|en)\s?\d{3,5}(?::\d{4})?\s(?:n|nr|no)|cert(?:ificat[eo]|ificazione|\.)?\s?(?:n|nr|no|num)|(?:n\.|n[º°]|numero)\s?(?:(?:di\s)?(?:pratica|ordine|articolo|protocollo|fattura|registro|iscrizione|serie))|(?:n\.?[º°]|n[úu]mero)\s?d[eo]\s(?:expediente|pedido|registro|serie|colegiado|cliente|factura|cuenta|licencia|processo|protocolo|s[ée]rie)|referencia\scatastral|protocolo\sn[ºo°]|pedido\sn[º°o]`,
  String.raw`(?:nr|numer)\s(?:zamówienia|wpisu|katalogowy|seryjny|rejestrowy|klienta|faktury|sprawy|oferty|artykułu|umowy)|(?:číslo|č\.)\s(?:objednávky|faktury|smlouvy|výrobku)|gisa-?zahl|bewilligung|heft|jaargang|bestelcode|artikel`,
  String.raw`артикул|номер\s(?:заказа|договора|лота)|(?:заказ|договор|лот)\s?№|код\sтовара|(?:sipariş|ürün|müşteri|fatura|kayıt|dosya|stok|abone)\s(?:no|kodu|numarası)|(?:商品|注文|製品|会員|管理|受付|整理|認可|届出|製造)番号|品番|型番|(?:주문|상품|허가|신고|제품|접수)\s?번호|(?:订单|产品|商品|许可证)(?:号|编号)`,
  // bank accounts
  String.raw`konto(?:nummer)?|kto|iban|bic|swift|blz|account|acct|a\/c|sort\scode|routing|ifsc|micr|cuenta|clabe|ag[êe]ncia|c\/c|c\/conto`,
  // postal codes and boxes
  String.raw`zip(?:\s?codes?)?|plz(?:-?gebiete?)?|postleitzahl(?:en)?|postcode|post\s?code|postal\s?code|p\.?\s?o\.?\s?b(?:ox)?|post\s?box|postfach|postbus|postboks|postilokero|box|boks|bo[îi]te\spostale|apartado|apdo|apto|casilla|casella\spostale|caixa\spostal|c[óo]digo\spostal|c[óo]d\.?\spostal|cep|pin\s?code|eircode`,
  String.raw`psč|kod\spocztowy|skrytka|skr\.?\spoczt\S*|irányítószám|ir\.?\s?szám|posta\skodu|τ\.?\s?κ|т\.?\s?к|τ\.?θ|п\/я|а\/я|индекс|пощенски\sкод|поштански\sфах|poštanski\s\S+|poskod|kode\spos|kodepos|mã\sbưu\s(?:điện|chính)|zip\scode|รหัสไปรษณีย์|ตู้\sปณ|邮编|邮政编码|郵遞區號|郵便番号|우편번호|〒|מיקוד|ת\.?\s?ד|ص\.?\s?ب|صندوق\sبريد|الرمز\sالبريدي|کد\s?پستی`,
  // papers, products, orders, places and dates
  String.raw`isbn|issn|ismn|doi|pmid|pmcid|orcid|arxiv|patent|ean|upc|gtin|sku|asin|mpn|item|model|modell|modelo|r[ée]f(?:[ée]rence|erencia|erenz)?|art(?:ikel)?\.?-?\s?nr|order|invoice|serial|s\/n|docket|ticket|tracking|imei|version`,
  `tirage(?:\\sdu\\s\\p{L}+)?|lotto(?:zahlen)?|loto|vinnertall|vindertal|lottorivi|lat(?:itude)?|lon(?:g|gitude)?|lng|coordinates|gps|koordinaten|datum|stand|datei|updated|copyright|©|öffnungszeiten|openingstijden|vol(?:ume)?|pp|pages|seiten|sid(?:an|or)?|sider|issue|sizes?|gr(?:ö|oe)(?:ss|ß)en?|maten|tailles?|tallas?`,
].join('|');
/** A compound that ends in "number" in another language and isn't a phone: "klantnummer", "Aktenzeichen". */
const OTHER_COMPOUND = String.raw`(?!(?:\p{L}*(?:tel|fon|foon|phone|phon|mobil|mobiel|ruf|handy|fax|faks|gsm|line|notruf|nood|alarm|service|hotline|whats|kontakt|contact|info|direkt|direct|puhelin|vast|cell|sími)\p{L}*))\p{L}{2,24}(?:nummer|numre|numer|nr|zeichen|kennung|kood|kods|kodas|koodi|tunnus|tunnusnumero|szám|broj|číslo)`;

const OTHER = new RegExp(String.raw`(?<![\p{L}])(?:${OTHER_WORDS}|${OTHER_COMPOUND})${OTHER_END}`, 'iu');

/** Short abbreviations, which count only in capitals. */
const OTHER_CAPITALS = new RegExp(
  String.raw`(?<![\p{L}])(?:HR[AB]|BIN|NTN|ICE|MB|MF|STRN|FN|UID|IK|ING|RABO|BIG|GIRO|REA|C\.?\s?F|KT|CG|CUI|MBS?|PIB|RC|CR|C\.R|PAN|CIN|DIN|DOT|MC|ROC|TIN|LIC|CTA|PL|PIN|CAP|B\.?\s?P|P\.?\s?C|C\.?\s?P|P\.?K|PF|ID|LOT|VIN|RCS(?:\s\p{L}+)?|APE|NAF|TVA|P\.\s?I|NIE|ICO|INN|OGRN|SIRET|RN|REF|N°|Nº|№)${OTHER_END}`,
  'u',
);

/**
 * The type of a number by its label. `both`: "Tel/Fax". `other`: an account, register, order or other number
 * that isn't a phone.
 */
export type PhoneLabel = 'phone' | 'fax' | 'both' | 'other' | null;

const WINDOW = 60;
const UNIT_CHARS = 24;
const ABOVE_CHARS = 28;
const SECTION_LINES = 8;
const HEADER_ROWS = 15;
const MAX_ROW_CHARS = 600;

/**
 * The label before the number at `start`: on its own line after `from` (the end of the previous number, or
 * 0), else in the header of its table column, else on the line above if there are only signs before the
 * number.
 */
export function labelBefore(text: string, start: number, from: number): PhoneLabel {
  const prefix = text.slice(Math.max(from, start - WINDOW), start);
  const newline = prefix.lastIndexOf('\n');
  const line = prefix.slice(newline + 1);
  if (IBAN_START.test(line)) return 'other';
  const own = readLabel(line) ?? columnLabel(text, start);
  if (own || newline < 0) return own;
  if (/[\p{L}\d]/u.test(line)) return sectionLabel(text, start, true);
  const above = prefix.slice(0, newline).trimEnd();
  const lastLine = above.slice(above.lastIndexOf('\n') + 1);
  // The label of a line with a number belongs to that number.
  if (/\d{3}/.test(lastLine)) return sectionLabel(text, start, false);
  // Only the end of the line can be a label; the rest may be a paragraph that mentions a phone.
  const label = readLabel(lastLine.slice(-ABOVE_CHARS));
  return label === 'other' && lastLine.length > ABOVE_CHARS ? null : label;
}

/** Whether a text starts with a label for faxes, or for phones with a number after it: not "Main Street". */
export function startsWithLabel(text: string): boolean {
  return LABEL_FIRST.test(text.replaceAll('\ue000', ' '));
}

/** Whether a text is nothing but labels and signs: ", Fax: ". */
export function isOnlyLabels(text: string): boolean {
  const plain = text.replaceAll('\ue000', ' ');
  const rest = plain.replace(LABELS, '');
  return rest !== plain && !/[\p{L}\p{N}]/u.test(rest.replace(/(?<!\p{L})(?:no|nr)(?!\p{L})/giu, ''));
}

/** A line that is nothing but a label for faxes: "Fax:", "Fax numbers". */
const FAX_HEADING = /^\W*(?:tele)?fax(?<many>es| numbers| lines|nummern|numéros)?\W*$/i;

/**
 * `fax` for a number in a list under "Fax numbers", or under "Fax:" if each line of the list has its own words
 * ("Applications: 413-577-0010").
 */
function sectionLabel(text: string, start: number, hasOwnWords: boolean): PhoneLabel {
  let end = lineStartBefore(text, start) - 1;
  for (let lines = 0; lines < SECTION_LINES && end > 0; lines += 1) {
    const begin = lineStartBefore(text, end);
    if (end - begin > WINDOW * 2) return null;
    const line = text.slice(begin, end);
    if (!/\d{3}/.test(line)) {
      const heading = FAX_HEADING.exec(line);
      return heading && (hasOwnWords || heading.groups?.many) ? 'fax' : null;
    }
    end = begin - 1;
  }
  return null;
}

/** The start of a line, or of the part of it that is read. */
function lineStartBefore(text: string, index: number): number {
  const from = Math.max(0, index - MAX_ROW_CHARS - 1);
  return from + text.slice(from, index).lastIndexOf('\n') + 1;
}

/** The label in the header of a table column. */
function columnLabel(text: string, start: number): PhoneLabel {
  const rowStart = lineStartBefore(text, start);
  if (start - rowStart > MAX_ROW_CHARS) return null;
  const column = text.slice(rowStart, start).split('\t').length - 1;
  if (column === 0) return null;
  let end = rowStart - 1;
  for (let rows = 0; rows < HEADER_ROWS && end > 0; rows += 1) {
    const begin = lineStartBefore(text, end);
    if (end - begin > MAX_ROW_CHARS) return null;
    const cells = text.slice(begin, end).split('\t');
    // The first cell of a row can have a line break.
    if (cells.length < 2 && !isInTable(text, begin, end)) return null;
    const cell = cells[column] ?? '';
    if (cell && !/\d/.test(cell)) {
      const label = readLabel(cell.slice(0, WINDOW));
      if (label) return label;
    }
    end = begin - 1;
  }
  return null;
}

/** Whether a short line without cells stands between rows. */
function isInTable(text: string, begin: number, end: number): boolean {
  const newline = text.indexOf('\n', end + 1);
  const next = text.slice(end + 1, newline < 0 ? text.length : newline);
  return (
    end - begin <= ABOVE_CHARS &&
    next.includes('\t') &&
    text.slice(lineStartBefore(text, begin - 1), begin).includes('\t')
  );
}

/**
 * Country letters before a tax or account number ("VAT GB", "BTW BE", "UID: CHE-"), but not a label in
 * capitals.
 */
const COUNTRY_LETTERS = /(?<=[\s:.])(?!PH|TF|FX|TE)[A-Z]{1,3}[\s.-]*$/;

/** "Suite 212-563-1234" after a street or at the start of a line. An "Emergency Room" has a phone. */
const UNIT =
  /(?:^|[\n,;]|(?<!\p{L})(?:avenue|ave|street|st|road|rd|drive|dr|boulevard|blvd|lane|way|floor)\.?)[ \ue000]*(?:suite|ste|room|rm|unit|apt|apartment)\.?[ #\ue000]*$/iu;

const UNIT_SIGNS = ' .#\ue000';

/** Whether the digits at an offset are those of a suite or room. */
export function isUnitNumber(text: string, start: number): boolean {
  let last = start - 1;
  while (last > 0 && UNIT_SIGNS.includes(text[last]!)) last -= 1;
  // The words end in these letters. The pattern is slow.
  return (
    'etmETM'.includes(text[last] ?? ' ') && UNIT.test(text.slice(Math.max(0, start - UNIT_CHARS), start))
  );
}

/** The start of an account number: `NL12 RABO `, `DE89 3704 `. */
const IBAN_START = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z]{4})?[ \d]*$/u;

/** Words for lines of any kind. */
const ANY_LINE =
  /^(?:dial|ring|call(?: us)?|local|international|office|main|direct(?: line| dial)?|toll[ -]?free|text|reception|home)$/i;

/** These labels stand directly before their number. */
const OTHER_CHARS = 34;

function isOther(line: string): boolean {
  const end = line.slice(-OTHER_CHARS);
  return OTHER.test(end) || OTHER_CAPITALS.test(end);
}

function readLabel(line: string): PhoneLabel {
  if (!/\P{White_Space}/u.test(line)) return null;
  const plain = line.replaceAll('\ue000', ' ');
  if (isOther(plain) || (COUNTRY_LETTERS.test(plain) && isOther(plain.replace(COUNTRY_LETTERS, ''))))
    return 'other';
  let label: PhoneLabel = null;
  let end = -1;
  for (const match of matchesOf(LABELS, plain)) {
    const groups = match.groups!;
    const isFax = groups.fax !== undefined || (groups.letter !== undefined && /^f/i.test(groups.letter));
    const joined = isFax && end >= 0 && label === 'phone' && JOINS_FAX.test(plain.slice(end, match.index));
    // "Fax line", "Fax: dial"
    const sameLabel =
      !isFax && label === 'fax' && ANY_LINE.test(match[0]) && /^[\s:]*$/.test(plain.slice(end, match.index));
    if (joined) label = 'both';
    else if (!sameLabel) label = isFax ? 'fax' : 'phone';
    end = match.index + match[0].length;
  }
  // A label too far before the number, or before other digits, belongs to something else.
  const gap = label ? plain.slice(end) : '';
  return gap.length > 45 || /\d(?:\D{0,2}\d){5}/.test(gap) ? null : label;
}

/**
 * The label after a number and its length: `555-1234 (fax)`, or `555-1234 Fax` at the end of a line.
 */
export function labelAfter(text: string, end: number): { label: PhoneLabel; length: number } | null {
  const after = text.slice(end, end + 30).replaceAll('\ue000', ' ');
  const faxWords = FAX_IN_BRACKETS.exec(text.slice(end, end + 60));
  if (faxWords) return { label: 'fax', length: faxWords[0].length };
  const bracketed = SUFFIX.exec(after);
  if (bracketed) return { label: bracketed.groups?.fax ? 'fax' : 'phone', length: bracketed[0].length };
  const fax = FAX_AT_LINE_END.exec(after);
  return fax ? { label: 'fax', length: fax[0].length - 1 } : null;
}

const SUFFIX =
  /^[\s,]*[([]\s*(?:(?:office|main|direct|toll[ -]?free)\s)?(?:tele|e-?)?(?:(?<fax>fax|facsimile|faks|факс|f)|phone|tel|voice|office|main|mobile|cell|toll[ -]?free|p|t|o|m|c|h|w)(?:\s(?:number|no\.?|line|only))?\s*[)\]]/i;
const FAX_IN_BRACKETS = /^[\s,\ue000]*\([^()\d\n]{0,40}\b(?:tele|e-?)?fax\b[^()\d\n]{0,15}\)/i;
const FAX_AT_LINE_END = /^[ ,-]*(?:tele|e-?)?fax(?: ?(?:number|no\.?|line)?) ?(?:[\n\t,;|]|$)/i;
