import { FAX_ICON, PHONE_ICON } from '../html/page-source.ts';

const FAX = `(?:tele)?fax(?:e|nummer|number|es|simile)?|facsimile|fx|telefaks|faks(?:i)?|t[ée]l[ée]copi(?:e|eur)|t[ée]l[ée]c|факс|φαξ|פקס|فاكس|فکس|แฟกซ์|โทรสาร|ファックス|ファクス|传真|傳真|팩스|📠|${FAX_ICON}`;
const PHONE = `tele?ph?one?s?|phones?|tel[ée]?s?|t[ée]l(?:[ée]phone)?|ph|call(?: us)?|cell(?:ular|phone)?|mobiles?|mobil(?:e|telefon|nummer)?|mob|toll[ -]?free|hot-?line|help-?line|direct(?: line| dial)?|switchboard|reception|whats-?app|sms|text|voice|dial|ring|telefon[aeiou]?s?|telefoon(?:nummer)?|fone|celulare?s?|m[óo]vil(?:es)?|handy|rufnummer|durchwahl|zentrale|festnetz|cellulare|portable|puh(?:elin)?|tlf|tfno?|tfn|gsm|numéro vert|n° vert|numero verde|emergency|after hours|local|international|office|main|landline|telp|điện thoại|тел(?:ефон)?|моб|τηλ(?:έφωνο)?|κιν(?:ητό)?|טלפון|טל|נייד|هاتف|جوال|تلفن|โทร(?:ศัพท์)?|電話(?:番号)?|代表|携帯|フリーダイヤル|电话|手机|전화|휴대폰|☎|☏|📞|📱|✆|℡|${PHONE_ICON}`;
const LETTER = String.raw`(?<![\p{L}\p{N}.])(?:[ptmodcf]|ph)(?=\s?[.:)\]|-]|\s\+?\(?\d|\s?$)`;

/** Letters of scripts with spaces between words. In other scripts, a label may touch any letter ("FAX番号"). */
const SPACED = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{M}]`;

/** Labels of a number, in the groups fax, phone and letter (`T:`, `F.`). */
export const LABELS = new RegExp(
  `(?<fax>(?<!${SPACED})(?:${FAX})(?!${SPACED}))|(?<phone>(?<!${SPACED})(?:${PHONE})(?!${SPACED}))|(?<letter>${LETTER})`,
  'giu',
);

/** Labels of numbers that aren't phones. Abbreviations of registers and taxes count only in capitals. */
const OTHER_END = String.raw`(?:[\s.:#№°º\ue000-]|\b(?:no|nr|number|num|code|id)\b)*$`;
export const OTHER = new RegExp(
  String.raw`(?<![\p{L}])(?:vat|ust\.?-?\s?id(?:nr)?|umsatzsteuer\S*|st(?:euer)?\.?-?\s?(?:nr|nummer)|steuer-?id|handelsregister\S*|(?:vers(?:icherungs)?|kunden|bestell|artikel|rechnungs|akten|mitglieds|register)\.?-?\s?(?:nr|nummer|zeichen)|siren|siret|capital(?:\s(?:social|de))*|konto(?:nummer)?|btw(?:-?nummer)?|partita\siva|codice\sfiscale|tax\s(?:id|no|number)|company\s(?:no|number|reg\S*)|reg(?:istration|istered)?\.?\s?(?:no|number|nr|nummer)|charity|licen[cs]e|lic|item|model|order|invoice|serial|zip|plz|postcode|p\.?\s?o\.?\s?box|postfach|apartado|pin\s?code|lat(?:itude)?|lon(?:g|gitude)?|coordinates|patent|org\.?\s?(?:nr|nummer|no)|y-tunnus|ičo|dič|法人番号|登録番号|許可|免許|第)${OTHER_END}`,
  'iu',
);
export const OTHER_CAPITALS = new RegExp(
  String.raw`(?<![\p{L}])(?:VAT|HR[AB]|SIREN|SIRET|RCS(?:\s\p{L}+)?|APE|NAF|TVA|CNPJ|CPF|CEP|ABN|ACN|ARBN|GST|GSTIN|PAN|CIN|DIN|IBAN|BIC|SWIFT|BLZ|Kto|KTO|KvK|KVK|BTW|NIF|CIF|NIPC|NIE|P\.?\s?IVA|P\.\s?I|C\.\s?F|REA|EIN|ISBN|ISSN|UPC|EAN|GTIN|SKU|GPS|DUNS|NMLS|USDOT|CVR|IČO|ICO|DIČ|KRS|NIP|REGON|INN|ИНН|ОГРН|КПП|OGRN|BP)${OTHER_END}`,
  'u',
);
