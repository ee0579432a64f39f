import type { CountryCode } from 'libphonenumber-js/max';
import { letters } from '../letters.ts';
import { isPostBox } from './address-parts.ts';
import { placePenalty, SAME_LINE } from './address-place.ts';
import { type CompanyMention, followsOwnName, mentionBefore } from './company-mentions.ts';
import { asName, fitsSite, isOtherScript, type NameHints, spellsSite } from './company-name.ts';
import { legalForm } from './legal-forms.ts';
import { lineAbove, linesAbove } from './line-above.ts';
import { type OtherName, saysOurs, speaksOfOthers } from './others-address.ts';
import type { PostalAddress } from './postal-address.ts';

const HEAD_OFFICE =
  /\b(?:headquarters|head ?office|hq|main office|principal (?:executive )?offices?|principal place of business|corporate office|registered office|registered address|hauptsitz|zentrale|firmensitz|hauptverwaltung|siège(?: social)?|sede (?:legale|centrale|principale|central|principal|social|operativa)|domicilio(?: social)?|oficinas? (?:central(?:es)?|generales|corporativas)|casa matriz|matriz|hovedkontor|huvudkontor|pääkonttori|päätoimisto|hoofdkantoor|centrala|sídlo|se sídlem|so sídlom|z siedzibą|maatschappelijke zetel|zetel|székhely|head quarters|bezoekadres|besøksadresse|besöksadress|visiting address|street address|physical address|käyntiosoite|fakturační údaje|dane (?:firmy|rejestrowe)|siedziba|adres rejestrowy|company details|firmendaten|datos (?:de la empresa|fiscales)|dati aziendali|cégadatok|date firm[ăa]|sediul? (?:social|central|firmei)|noul sediu|ibu pejabat|kantor pusat|merkez(?: ofis)?(?: adres\p{L}*)?|fatura bilgileri|h[öo]fu[ðd]st[öo][ðd]var|juriidiline aadress)\b|юридический адрес|юридична адреса|головн\p{L}+ офис|центральн\p{L}+ офис|головний офіс|седалище|адрес на управление|έδρα(?!ς)|sjedište|sedište|sedež|juridiskā adrese|juridinis adresas|buvein|registracijos adres|trụ sở|สำนักงานใหญ่|总部|總公司|总公司|總部|本社|본사|المقر الرئيسي|المركز الرئيسي|משרד ראשי/u;
/** Where letters go, beside the address where the company is. */
const MAILING =
  /(?:mailing|postal) address|postadress?|postanschrift|postboks|adresse postale|direcci[óo]n postal|indirizzo postale|postiosoite|correspondence|invoices?(?: address| to)?|billing address|rechnungsadresse|rechnungsanschrift|adresse de facturation|laskutusosoite|paperilaskut|faktura(?:adress|adresse)|faktureringsadresse|\b(?:post|postal|mail)\s?:\s*$/;
const CONTACT =
  /\b(?:contact|kontakt|impressum|imprint|angaben gemäß|find us|visit us|our office|address|anschrift|adresse|dirección|indirizzo|adres|mentions légales|éditeur|editor|contatti|contactos?|contatos?|kontakty|morada|endere[çc]o|adresa|osoite|alamat|aadress|adresas|adrese|adresi|heimilisfang|sekretariat|secretariaat|secretar[ií]a|dónde estamos|how to find us|where to find us|on vous attend|operated by|where we are)\b|cím(?!\p{L})|adres[ăa](?!\p{L})|διεύθυνση|адреса?(?!\p{L})|địa chỉ|所在地|住所|地址|주소|العنوان|כתובת/u;
/** A heading right above the company's own address. */
const CONTACT_HEADING =
  /^\W*(?:nous contacter|contactez[- ]nous|où nous trouver|contact(?: us)?|get in touch|(?:where to |how to )?(?:find|reach|visit) us|kontakt(?: oss| os)?|so (?:finden|erreichen) sie uns|hier finden sie uns|contattaci|dove siamo|contáctenos|contacto|dónde estamos|fale conosco|contatos?|onde estamos|neem contact op|waar vind je ons|hitta (?:till )?oss|her finder du os|her finner du oss|löydät (?:minut|meidät)(?: täältä)?|gdzie jesteśmy|kde nás najdete|kapcsolat|come (?:out|by|visit(?: us)?|see us)|geschäftsstelle|vereinsheim|gabinet|praxis|secretariaat|(?:thuis )?spelen wij op|mairie)\W*$/iu;
/** Words above who answers for a website, such as those of privacy pages that shops start from. */
const OWNER_ABOVE =
  /(?:by mail using the details provided below|verantwortliche stelle[^\n]{0,70} ist|(?:data )?controller[^\n]{0,60} is|responsable (?:du|del) trait?[ea]m[^\n]{0,60} es?t?|titolare del trattamento[^\n]{0,40} è|administratorem[^\n]{0,60} jest|správcem[^\n]{0,60} je|verwerkingsverantwoordelijke[^\n]{0,60} is)\s*:\s*\n(?:[^\n]{2,60}\n){0,2}[^\n]{0,60}$/iu;
const OWNER_LINES = 3;
const OWNER_CHARS = 300;
/** A short line that names a branch. */
const BRANCH =
  /^(?=.{4,40}$)(?:branch|sucursal|filial|filiale|zweigstelle|niederlassung|succursale|agence|delegaci[óo]n|vestiging|oddział|pobočka|avdelning|şube)(?!\p{L})/iu;
/** A short line that names an office. */
const OFFICE =
  /^(?=.{4,40}$)(?:.* )?(?:sede|standort|büro|niederlassung|kanzlei|office|ufficio|agence|bureau|oficina|kantoor|kontor|biuro|escrit[óo]rio|kancelář|iroda)(?: .*)?$/iu;
/** Where customers send goods back, or where others store them. */
const RETURNS =
  /(?<!\p{L})(?:returns? (?:address|to|cent(?:er|re)|department|dept|warehouse)|(?:send|ship|mail|post) (?:\p{L}+ ){0,4}(?:returns?|parcels?|packages?|items?|goods|products?)|retouren?(?:adresse|lager|abteilung|zentrum|center|stelle)?|rücksend\p{L}*|adresse (?:de|du) retour|retourner|retournez|renvoyer|devoluci[óo]n|devoluciones|devolu[çc][ãa]o|devolu[çc][õo]es|trocas|operador log[íi]stico|opérateur logistique|operatore logistico|logistics (?:partner|provider|cent(?:er|re))|fulfil?lment|reso|resi|retouradres|returadress\p{L}*|returlager|zwrot\p{L}*|odesłać|vrácení|visszaküld\p{L}*|our warehouse|entrepôt|almac[ée]n|magazzino|magazijn|lager(?:haus|adresse|anschrift))(?!\p{L})/iu;
const RETURNS_CHARS = 160;
/** Above the shops and partners that sell what the company makes. */
export const DEALERS =
  /(?<!\p{L})(?:(?:completed|our|recent|past) projects|referenzen|réalisations|realizacje|proyectos realizados|stockists?|where to buy|dealers?|resellers?|retailers?|(?:fach)?händler|vertriebspartner|verkaufsstellen|bezugsquellen|puntos de venta|distribuidor(?:es)?|points? de vente|revendeurs|distributeurs|rivenditori|punti vendita|verkooppunten|dealers|pontos de venda|revendedores|återförsäljare|forhandlere|jälleenmyyjät|punkty sprzedaży|dealerzy|prodejci|viszonteladók)(?!\p{L})/iu;
/** The same in a sentence, which is no entry of a menu, so that one address below it is enough. */
const SOLD_BY =
  /(?<!\p{L})(?:(?:these|following|independent|authorized|selected) (?:\p{L}+ )?(?:dealers|retailers|resellers|partners|stores|shops|distributors)|(?:diesen|folgenden) (?:\p{L}+ )?(?:partnern|händlern)|(?:estos|siguientes) (?:puntos|distribuidores)|(?:ces|nos) (?:revendeurs|distributeurs))(?!\p{L})/iu;
/** At an accountant or lawyer who takes the letters of the register. */
const CARE_OF = /^c\/o\s/i;
/** Who takes letters for companies that aren't there. */
const AGENT =
  /(?<!\p{L})(?:fidu[cz]|treuhand|\p{L}*account|steuer|tax|law|legal|advoca|avvocat|abogad|gestor|asesor|contab|compta|księg|biuro rach|účet|könyvel|advis|secretar|agent|office|consult|partner|registered|domicil)/iu;
const DEALERS_CHARS = 300;
/** Pages about others, on which an address needs a sign that it is the company's. */
const ABOUT_OTHERS =
  /(?<!\p{L})(?:complaints?|complain|beschwerden?|réclamations?|reclamaciones|quejas|reclami|reclamações|klachten|privacy|datenschutz\p{L}*|confidentialité|privacidad|privacidade|privacyverklaring|sub-?processors|auftragsverarbeiter|sous-traitants|partners?|partenaires|stockists?|where to buy|dealers?|distributors?|(?:fach)?händler\p{L}*|bezugsquellen|verkaufsstellen|revendeurs|points? de vente|où (?:acheter|trouver)|d[óo]nde (?:comprar|encontrar\p{L}*)|puntos de venta|distribuidores|rivenditori|punti vendita|dove (?:acquistare|trovarci)|onde (?:comprar|encontrar)|pontos de venda|revendedores|återförsäljare|forhandlere|jälleenmyyjät|gdzie kupić|verkooppunten|events?|veranstaltungen|événements|eventos|eventi|evenementen|customers|case stud\p{L}+|(?:customer|success) stor\p{L}+|asiakastarin\p{L}*|kundhistori\p{L}*|kundcase|kundecase|fallstud\p{L}+|anwenderbericht\p{L}*|étude de cas|cas client|casos? de éxito|cas[oi] di successo|klantverha\p{L}+|for (?:sale|rent)|listings?|projects?|projekte|projets|proyectos|projetos|progetti|projecten|realizacje|service areas?|salone|fiera|feria|messe|mess(?:an|a)?|mässan?|messut|targi|veletrh|trade shows?|patrocinadores|referenzen|références|sponsors?|sponsoren|(?:ال)?عملا\p{L}+|شركا\p{L}+|(?:ال)?معارض|(?:ال)?فعاليات|وظائف|نمایشگاه\p{L}*|مشتریان|نمایندگان|לקוחות\p{L}*|ממליצים|אירועים|תערוכ\p{L}+)(?!\p{L})/iu;
const SENTENCE_CHARS = 250;
const NAMES = /\p{Lu}[\p{L}\p{N}’'-]*(?: (?:(?:&|and|of) )?\p{Lu}[\p{L}\p{N}’'-]*)+/gu;
const CONTEXT_CHARS = 70;
const LABEL_CHARS = 35;
const LEAD_CHARS = 60;
const LINE_CHARS = 150;
const SENTENCE_LEAD_CHARS = 150;
/** Letters of a city that a domain isn't likely to have by chance. */
const LEAST_CITY = 6;
const NAME_LINE_CHARS = 60;
const MENTION = { chars: 220, lines: 4 };

/** What decides between the addresses of a page. Offsets are into the text. */
export interface AddressContext {
  likely: readonly CountryCode[];
  hints: NameHints;
  /** with the company's own as far as the domain tells it */
  mentions: readonly CompanyMention[];
  title: string;
  /** whether the page is one on which the company tells who it is */
  isOwnPage: boolean;
  /** streets of events and jobs */
  streetsOfEvents: readonly string[];
  /** whether a contact at an offset belongs to someone else */
  isOthers: (index: number) => boolean;
  /** whether an offset is in the footer or an address element */
  isOwnArea: (index: number) => boolean;
}

/** What is known of an address beside its context. */
export interface AddressSigns {
  /** how surely the words before it name someone else */
  other: OtherName | null;
  /** whether the text has no other address that may be the company's */
  isOnly: boolean;
  /** whether it has no other one at all */
  isAlone: boolean;
  /** whether the text has several addresses of others */
  isListed: boolean;
}

/** How surely an address is the company's: 1 without any sign, more with signs that it is, less with signs that it isn't. */
export function addressScore(
  text: string,
  address: PostalAddress,
  context: AddressContext,
  signs: AddressSigns,
): number {
  const { start, nameBefore, country } = address;
  // A page with the domain or language of a country names offices and sellers abroad, too.
  const isAbroad = !signs.isOnly && context.likely.length > 0 && !context.likely.includes(country);
  const name = nameBefore === null ? null : asName(nameBefore);
  const ofName = nameScore(text, address, name, context, signs);
  return (
    1 +
    (isAbroad ? -3 : 0) +
    ofName +
    labelScore(text, address, ofName > 0, context, signs) -
    placePenalty(text, address, { ...context, ...signs }) -
    dealerPenalty(text, start, name, context, signs)
  );
}

/** What the names before an address add. */
function nameScore(
  text: string,
  { start, street, city }: PostalAddress,
  name: string | null,
  { hints, mentions, isOwnPage }: AddressContext,
  { isOnly }: AddressSigns,
): number {
  if (name && fitsSite(name, hints)) return spellsSite(name, hints) ? 3 : 2.5;
  if (followsOwnName(text, start, mentions)) return 2;
  if (name && hints.domains.size > 0 && legalForm(name) === 'sure' && !isOtherScript(name)) {
    if (isOwnPage && isBelowSiteName(text, start, hints)) return 2;
    return isOnly ? -0.5 : -1.5;
  }
  const mention = mentionBefore(text, mentions, start, MENTION);
  if (mention?.isOwn) return 2;
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const [first = ''] = street.split(',', 1);
  const lead = text.slice(lineStart, start).slice(0, LEAD_CHARS) || (/\d/.test(first) ? '' : first);
  if (start - lineStart < SAME_LINE.chars && fitsSite(lead, hints)) return 1;
  if (mention && mentionBefore(text, mentions, start, SAME_LINE)) return -1.5;
  const place = letters(city);
  const isNamedAfterCity = hints.labels.some(
    (label) => label.includes(place) && place.length * 2 >= label.length,
  );
  return place.length >= LEAST_CITY && isNamedAfterCity ? 1 : 0;
}

/** Whether the line above that of the company's legal name, which stands above an address, is the name of the site. */
function isBelowSiteName(text: string, start: number, hints: NameHints): boolean {
  const line = lineAbove(text, start, SENTENCE_CHARS, 2);
  const brand = line.length <= NAME_LINE_CHARS ? asName(line) : null;
  return brand !== null && spellsSite(brand, hints);
}

/** What the labels and sentences before an address, its area and the title of the page add. */
function labelScore(
  text: string,
  { start, street, city, nameBefore }: PostalAddress,
  isNamed: boolean,
  { hints, title, isOwnArea }: AddressContext,
  { other, isOnly, isAlone }: AddressSigns,
): number {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const label = withoutHeaderRows(text.slice(Math.max(0, start - CONTEXT_CHARS), start)).toLowerCase();
  const isHeadOffice = HEAD_OFFICE.test(label) && !BRANCH.test(nameBefore ?? '');
  const isBelowContact = CONTACT_HEADING.test(nameBefore ?? '');
  const sentence = sentenceBefore(text, start, lineStart);
  const isOwn = isOwnArea(start);
  let score = isOwn && !other ? 2 : 0;
  // The label of an address is the last one before it.
  if (!isOnly && (isPostBox(street) || MAILING.test(label.slice(-LABEL_CHARS)))) score -= 2;
  else if (other) score -= isAlone || isOwn ? 0 : 1;
  else if (isHeadOffice && !speaksOfOthers(sentence)) score += 3;
  else if (OWNER_ABOVE.test(linesAbove(text, start, OWNER_LINES).slice(-OWNER_CHARS))) score += 2;
  else if (saysOurs(sentence)) score += 1.5;
  else if (ABOUT_OTHERS.test(title)) {
    const lead = text.slice(Math.max(lineStart, start - SENTENCE_CHARS), start);
    if (isBelowContact) score += 1.5;
    else score -= isNamed || isOwn || namesCompany(lead, hints) ? 0 : 1;
  } else if (
    CONTACT.test(label) ||
    isOfficeIn(city, nameBefore) ||
    isBelowContact ||
    CONTACT_HEADING.test(lineAbove(text, lineStart, LINE_CHARS))
  )
    score += 1.5;
  if (!isHeadOffice && isForReturns(text, start, lineStart)) score -= isOnly ? 1 : 2;
  const careOf = [street, nameBefore ?? ''].find((part) => CARE_OF.test(part));
  if (!isOnly && careOf && !isBelowContact)
    score -= AGENT.test(careOf) || legalForm(careOf.split(',', 1)[0]!) ? 8 : 2;
  return score;
}

/** What an address of a dealer takes off. */
function dealerPenalty(
  text: string,
  start: number,
  name: string | null,
  { hints }: AddressContext,
  { isListed }: AddressSigns,
): number {
  if (!name || fitsSite(name, hints)) return 0;
  const above = text.slice(Math.max(0, start - DEALERS_CHARS), start);
  return (isListed && DEALERS.test(above)) || SOLD_BY.test(above) ? 3 : 0;
}

/** Whether a sentence names the company. */
function namesCompany(sentence: string, hints: NameHints): boolean {
  return [...sentence.matchAll(NAMES)].some(([name]) => fitsSite(name, hints));
}

/** Whether the words above an address say that the company has an office in the city: `Sede di Milano`, `Berlin office` */
function isOfficeIn(city: string, words: string | null): boolean {
  return words !== null && OFFICE.test(words) && words.toLowerCase().includes(city.toLowerCase());
}

/** The last sentence before an address in its line, at most 150 characters. */
function sentenceBefore(text: string, start: number, lineStart: number): string {
  return text
    .slice(Math.max(lineStart, start - SENTENCE_LEAD_CHARS), start)
    .split(/(?<=\p{L}{3})[.!?]\s/u)
    .at(-1)!;
}

/** Without the rows of a table that head its columns, such as `City<TAB>Store<TAB>Address`. The last line is kept. */
function withoutHeaderRows(text: string): string {
  const lines = text.split('\n');
  return lines.filter((line, index) => index === lines.length - 1 || line.split('\t').length < 3).join('\n');
}

/** Whether the line of an address, or one of the two above it, says that goods are sent there. */
function isForReturns(text: string, start: number, lineStart: number): boolean {
  const above = text.lastIndexOf('\n', text.lastIndexOf('\n', lineStart - 2) - 1) + 1;
  return RETURNS.test(text.slice(Math.max(above, start - RETURNS_CHARS), start));
}
