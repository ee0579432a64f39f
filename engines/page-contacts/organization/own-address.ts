import type { CountryCode } from 'libphonenumber-js/max';
import { isPostBox, isStreet, isStreetByWord, isSuite } from './address-parts.ts';
import { findCjkAddresses } from './cjk-address.ts';
import { asName, fitsSite, isOtherScript, letters, type NameHints } from './company-name.ts';
import { legalForm } from './legal-forms.ts';
import { type OtherName, otherNameBefore } from './others-address.ts';
import { findPostalAddresses, type PostalAddress } from './postal-address.ts';
import { findRightToLeftAddress } from './right-to-left-address.ts';
import { findThaiAddresses } from './thai-address.ts';
import { findUncodedAddresses } from './uncoded-address.ts';

const HEAD_OFFICE =
  /\b(?:headquarters|head ?office|hq|main office|principal (?:executive )?offices?|principal place of business|corporate office|registered office|registered address|hauptsitz|zentrale|firmensitz|hauptverwaltung|siège(?: social)?|sede (?:legale|centrale|principale|central|principal|social|operativa)|domicilio(?: social)?|oficina central|casa matriz|matriz|hovedkontor|huvudkontor|pääkonttori|päätoimisto|hoofdkantoor|centrala|sídlo|székhely|head quarters|bezoekadres|besøksadresse|besöksadress|visiting address|street address|physical address|käyntiosoite|fakturační údaje|dane (?:firmy|rejestrowe)|siedziba|adres rejestrowy|company details|firmendaten|datos (?:de la empresa|fiscales)|dati aziendali|cégadatok|date firm[ăa])\b|юридический адрес|юридична адреса/;
/** Where letters go, beside the address where the company is. */
const MAILING =
  /(?:mailing|postal) address|postadress?|postanschrift|postboks|adresse postale|direcci[óo]n postal|indirizzo postale|postiosoite|correspondence|invoices?(?: address| to)?|billing address|rechnungsadresse|rechnungsanschrift|adresse de facturation|laskutusosoite|paperilaskut|faktura(?:adress|adresse)|faktureringsadresse|\b(?:post|postal|mail)\s?:\s*$/;
const CONTACT =
  /\b(?:contact|kontakt|impressum|imprint|angaben gemäß|find us|visit us|our office|address|anschrift|adresse|dirección|indirizzo|adres|mentions légales|éditeur|editor|contatti|contacto|contato|operated by|where we are)\b/;
/** A place where something happens, or that a text is about. */
const OTHER_PLACE =
  /(?<!\p{L})(?:join us|tickets?|stand|booth|pavilion|pabell[óo]n|targi|targach|stoisko|feria|foire|fiera|beurs|veletrh|výstava|arbeitsort|einsatzort|workplace|job location|based at|born|for sale|for rent|vente|location (?:maison|appartement)|zu vermieten|kaltmiete|messe|\p{L}*expo(?! (?:court|ct|road|rd|street|st|way|drive|dr|boulevard|blvd|place|avenue|ave|park)(?!\p{L}))|conference|venue|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d|\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december) (?:19|20)\d\d|\d{1,2}\. ?(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember))\b/u;
/** The lines of news start with their date. */
const DATED_LINE =
  /^\W{0,3}(?:\d{1,2}[./]\s?\d{1,2}[./]\s?(?:19|20)\d\d(?!\d)|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:[–-]\d{1,2})?[:,]|\d{1,2}(?:[–-]\d{1,2})? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?(?:\s|:))/i;
const MONTH =
  '(?:jan|feb|fév|mar|mär|apr|avr|abr|may|mai|maj|mag|gen|ene|jun|jui|giu|jul|lug|lip|aug|aoû|ago|sep|set|okt|oct|ott|out|nov|dec|dez|déc|dic|sty|lut|kwi|cze|sie|wrz|paź|lis|gru|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu)\\p{L}{0,8}\\.?';
const DAYS = String.raw`\d{1,2}\.?(?:\s?[–-]\s?\d{1,2}\.?)?`;
/** A line with only the date of an event, above its place. */
const DATE_ONLY = new RegExp(
  String.raw`^\W{0,3}(?:\p{L}{2,9}[.,]? )?(?:(?:den |le |el |il )?${DAYS}(?: de| of)? ${MONTH}|${MONTH} ${DAYS})(?:,? (?:de )?(?:19|20)\d\d)?(?:,? (?:at |um |kl\.? |à )?\d{1,2}[:.h]\d\d.{0,12})?\W{0,3}$`,
  'iu',
);
/** A place in a sentence that doesn't speak of the company: `The barn at 3 Chapel Lane was derelict.` */
const ELSEWHERE =
  /(?:^|[.!?]\s)(?![^.!?\n]*\b(?:we|our|us|visit|find|located|based|offices?|showroom|workshop|studio|shop|store|registered|headquarters|headquartered|write|send|come|stop by|reach|company|practice|clinic|premises)\b)[^.!?\n]*\bat\s$/i;
/** Where customers send goods back, or where others store them. */
const RETURNS =
  /(?<!\p{L})(?:returns? (?:address|to|cent(?:er|re)|department|dept|warehouse)|(?:send|ship|mail|post) (?:\p{L}+ ){0,4}(?:returns?|parcels?|packages?|items?|goods|products?)|retouren?(?:adresse|lager|abteilung|zentrum|center|stelle)?|rücksend\p{L}*|adresse (?:de|du) retour|retourner|retournez|renvoyer|devoluci[óo]n|devoluciones|devolu[çc][ãa]o|devolu[çc][õo]es|trocas|operador log[íi]stico|opérateur logistique|operatore logistico|logistics (?:partner|provider|cent(?:er|re))|fulfil?lment|reso|resi|retouradres|returadress\p{L}*|returlager|zwrot\p{L}*|odesłać|vrácení|visszaküld\p{L}*|our warehouse|entrepôt|almac[ée]n|magazzino|magazijn|lager(?:haus|adresse|anschrift))(?!\p{L})/iu;
const RETURNS_CHARS = 160;
/** Above the shops and partners that sell what the company makes. */
const DEALERS =
  /(?<!\p{L})(?:(?:completed|our|recent|past) projects|referenzen|réalisations|realizacje|proyectos realizados|stockists?|where to buy|dealers?|resellers?|retailers?|(?:fach)?händler|vertriebspartner|verkaufsstellen|bezugsquellen|puntos de venta|distribuidor(?:es)?|points? de vente|revendeurs|distributeurs|rivenditori|punti vendita|verkooppunten|dealers|pontos de venda|revendedores|återförsäljare|forhandlere|jälleenmyyjät|punkty sprzedaży|dealerzy|prodejci|viszonteladók)(?!\p{L})/iu;
/** The same in a sentence, which is no entry of a menu, so that one address below it is enough. */
const SOLD_BY =
  /(?<!\p{L})(?:(?:these|following|independent|authorized|selected) (?:\p{L}+ )?(?:dealers|retailers|resellers|partners|stores|shops|distributors)|(?:diesen|folgenden) (?:\p{L}+ )?(?:partnern|händlern)|(?:estos|siguientes) (?:puntos|distribuidores)|(?:ces|nos) (?:revendeurs|distributeurs))(?!\p{L})/iu;
/** At an accountant or lawyer who takes the letters of the register. */
const CARE_OF = /^c\/o\s/i;
const DEALERS_CHARS = 300;
const MAX_LIKE = 3;
/** Pages about others, on which an address needs a sign that it is the company's. */
const ABOUT_OTHERS =
  /(?<!\p{L})(?:complaints?|complain|beschwerden?|réclamations?|reclamaciones|quejas|reclami|reclamações|klachten|privacy|datenschutz\p{L}*|confidentialité|privacidad|privacidade|privacyverklaring|sub-?processors|auftragsverarbeiter|sous-traitants|partners?|partenaires|stockists?|where to buy|dealers?|distributors?|(?:fach)?händler\p{L}*|bezugsquellen|verkaufsstellen|revendeurs|points? de vente|où (?:acheter|trouver)|d[óo]nde (?:comprar|encontrar\p{L}*)|puntos de venta|distribuidores|rivenditori|punti vendita|dove (?:acquistare|trovarci)|onde (?:comprar|encontrar)|pontos de venda|revendedores|återförsäljare|forhandlere|jälleenmyyjät|gdzie kupić|verkooppunten|events?|veranstaltungen|événements|eventos|eventi|evenementen|customers|case stud\p{L}+|(?:customer|success) stor\p{L}+|asiakastarin\p{L}*|kundhistori\p{L}*|kundcase|kundecase|fallstud\p{L}+|anwenderbericht\p{L}*|étude de cas|cas client|casos? de éxito|cas[oi] di successo|klantverha\p{L}+|for (?:sale|rent)|listings?|projects?|projekte|projets|proyectos|projetos|progetti|projecten|realizacje|service areas?|salone|fiera|feria|messe|mess(?:an|a)?|mässan?|messut|targi|veletrh|trade shows?|patrocinadores|referenzen|références|sponsors?|sponsoren)(?!\p{L})/iu;
/** The page of all offices. */
const OFFICES =
  /(?<!\p{L})(?:offices|locations|standorte|büros|niederlassungen|bureaux|agences|oficinas|sedi|uffici|vestigingen|kantoren|escritórios|kontor|biura|pobočky|contact|kontakt|contacto|contatti)(?!\p{L})/iu;
/** A house can be named like the company in it: `Ashbrook House`. */
const BUILDING_NAME = / (?:House|Court|Building|Tower|Towers|Mill|Works|Hall|Chambers)$/;
const SENTENCE_CHARS = 250;
const NAMES = /\p{Lu}[\p{L}\p{N}’'-]*(?: (?:(?:&|and|of) )?\p{Lu}[\p{L}\p{N}’'-]*)+/gu;
const CONTEXT_CHARS = 70;
const LABEL_CHARS = 35;
const NAME_ABOVE_CHARS = 150;
const LEAST_STREET = 4;

/** What decides between the addresses of a page. Offsets are into the text. */
export interface AddressContext {
  likely: readonly CountryCode[];
  hints: NameHints;
  title: string;
  /** streets of events and jobs */
  streetsOfEvents: readonly string[];
  /** whether a contact at an offset belongs to someone else */
  isOthers: (index: number) => boolean;
  /** whether an offset is in the footer or an address element */
  isOwnArea: (index: number) => boolean;
}

/** The address of the company that shows the page. Null: none, or nothing tells which of many. */
export function ownAddress(text: string, context: AddressContext): PostalAddress | null {
  const found = candidates(text, context);
  const all = found.map(({ address }) => address);
  const isOnly = new Set(all.map(({ street, city }) => `${street} ${city}`)).size === 1;
  const isListed =
    all.length >= 2 &&
    all.filter(({ nameBefore }) => isOthersName(nameBefore, context.hints)).length >= 2 &&
    DEALERS.test(text);
  const scored = found
    .map(({ address, other }) => ({
      address,
      score: addressScore(text, address, context, { other, isOnly, isListed }),
    }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (!best) return null;
  const like = scored.filter(({ score }) => score === best.score).map(({ address }) => address);
  const streets = new Set(like.map(({ street }) => street)).size;
  if (streets > MAX_LIKE) return null;
  const isOneOfOffices =
    (streets > 2 || (streets > 1 && OFFICES.test(context.title))) && areOffices(text, like);
  const own = isOneOfOffices ? mostNamed(text, context.title, like) : best.address;
  return own && withoutSiteName(own, context.hints);
}

/** The address whose city the page names most often. Null: several are named as often. */
function mostNamed(text: string, title: string, like: readonly PostalAddress[]): PostalAddress | null {
  const counted = like
    .map((address) => ({ address, count: `${title}\n${text}`.split(address.city).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counted;
  return first && first.count > (second?.count ?? 0) ? first.address : null;
}

/** Whether addresses are of offices side by side: the city of each stands above it, or those of all in one row. */
function areOffices(text: string, like: readonly PostalAddress[]): boolean {
  const cities = like.map(({ city }) => city);
  const isBelowCity = ({ start, city }: PostalAddress): boolean =>
    new RegExp(`(?:^|[\\n\\t])${city.replace(/[^\p{L}\p{N} ]/gu, '.')}(?: office)?:?\\s*$`, 'iu').test(
      text.slice(Math.max(0, start - city.length - 12), start),
    );
  if (like.every(isBelowCity)) return true;
  const first = text.lastIndexOf('\n', Math.min(...like.map(({ start }) => start)) - 1);
  const row = text.slice(text.lastIndexOf('\n', first - 1) + 1, first).split('\t');
  return cities.every((city) => row.some((cell) => cell.trim() === city));
}

/** An address and how surely the words before it name someone else. */
interface Candidate {
  address: PostalAddress;
  other: OtherName | null;
}

/** The addresses that don't belong to someone else: with a postal code, else without one or in other scripts. */
function candidates(text: string, context: AddressContext): Candidate[] {
  const own = (addresses: readonly PostalAddress[]): Candidate[] =>
    addresses
      .map((address) => ({ address, other: otherNameBefore(text, address.start, context.hints) }))
      .filter(
        ({ address: { start, end }, other }) =>
          other !== 'sure' && !context.isOthers(start) && !context.isOthers(end),
      );
  const coded = own(findPostalAddresses(text, context.likely));
  if (coded.length > 0) return coded;
  const inScript = own([...findCjkAddresses(text), ...findThaiAddresses(text)]);
  if (inScript.length > 0) return inScript;
  const uncoded = own(findUncodedAddresses(text, context.likely));
  if (uncoded.length > 0) return uncoded;
  const other = findRightToLeftAddress(text, context.likely);
  return other ? own([other]) : [];
}

/** Whether a text before a street is a name, and not that of the site. */
function isOthersName(nameBefore: string | null, hints: NameHints): boolean {
  const name = nameBefore && asName(nameBefore);
  return Boolean(name && !fitsSite(name, hints));
}

/** Without the name of the site before the street: `Mill House Nursery, 5 High Street`. */
function withoutSiteName(address: PostalAddress, hints: NameHints): PostalAddress {
  const comma = address.street.indexOf(', ');
  if (comma < 0) return address;
  const name = address.street.slice(0, comma);
  const street = address.street.slice(comma + 2);
  const isName =
    !isSuite(name) &&
    !isStreetByWord(name) &&
    !BUILDING_NAME.test(name) &&
    fitsSite(name, { ...hints, titles: [] });
  if (!isName || isSuite(street) || !(isStreet(street.split(', ', 1)[0]!) || isStreetByWord(street)))
    return address;
  return { ...address, street, nameBefore: address.nameBefore ?? name };
}

/** Whether a sentence names the company. */
function isNamed(sentence: string, hints: NameHints): boolean {
  return [...sentence.matchAll(NAMES)].some(([name]) => fitsSite(name, hints));
}

function addressScore(
  text: string,
  address: PostalAddress,
  { hints, title, streetsOfEvents, isOwnArea }: AddressContext,
  { other, isOnly, isListed }: Pick<Candidate, 'other'> & { isOnly: boolean; isListed: boolean },
): number {
  const { start, end, nameBefore } = address;
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const before = text.slice(Math.max(0, start - CONTEXT_CHARS), start);
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline;
  const line = text.slice(Math.max(lineStart, start - 150), Math.min(lineEnd, end + 60));
  const lower = before.toLowerCase();
  let score = 1;
  const name = nameBefore && asName(nameBefore);
  if (name && fitsSite(name, hints)) score += 3;
  else if (name && hints.domains.size > 0 && legalForm(name) === 'sure' && !isOtherScript(name))
    score -= isOnly ? 0.5 : 1.5;
  else if (fitsSite(line.slice(0, 60), hints) && start - lineStart < 100) score += 1;
  else if (isNameAbove(text, lineStart, hints)) score += 2;
  // The label of an address is the last one before it.
  if (!isOnly && (isPostBox(address.street) || MAILING.test(lower.slice(-LABEL_CHARS)))) score -= 2;
  else if (other) score -= isOnly || isOwnArea(start) ? 0 : 1;
  else if (HEAD_OFFICE.test(lower)) score += 3;
  else if (ABOUT_OTHERS.test(title))
    score -=
      score > 1 ||
      isOwnArea(start) ||
      isNamed(text.slice(Math.max(lineStart, start - SENTENCE_CHARS), start), hints)
        ? 0
        : 1;
  else if (CONTACT.test(lower)) score += 1.5;
  if (isForReturns(text, start, lineStart)) score -= isOnly ? 1 : 2;
  if (!isOnly && (CARE_OF.test(address.street) || CARE_OF.test(nameBefore ?? ''))) score -= 6;
  if (isOwnArea(start) && !other) score += 2;
  const lineAbove = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1));
  if (
    OTHER_PLACE.test(line.toLowerCase()) ||
    DATED_LINE.test(text.slice(lineStart, start)) ||
    DATE_ONLY.test(lineAbove)
  )
    score -= 3;
  if (isOfEvent(address.street, streetsOfEvents)) score -= 3;
  if (ELSEWHERE.test(text.slice(Math.max(lineStart, start - 200), start))) score -= 1;
  const above = text.slice(Math.max(0, start - DEALERS_CHARS), start);
  const isDealer = () => (isListed && DEALERS.test(above)) || SOLD_BY.test(above);
  if (name && !fitsSite(name, hints) && isDealer()) score -= 3;
  if (/^\s*["“„«]/.test(text.slice(lineStart, start))) score -= 2;
  return score;
}

/** Whether the line of an address, or one of the two above it, says that goods are sent there. */
function isForReturns(text: string, start: number, lineStart: number): boolean {
  const above = text.lastIndexOf('\n', text.lastIndexOf('\n', lineStart - 2) - 1) + 1;
  return RETURNS.test(text.slice(Math.max(above, start - RETURNS_CHARS), start));
}

/** Whether a street is one of an event or job, perhaps with more details, and not that of another house. */
function isOfEvent(street: string, streetsOfEvents: readonly string[]): boolean {
  const plain = letters(street);
  return streetsOfEvents.map(letters).some((other) => {
    const [short = '', long = ''] = [plain, other].sort((a, b) => a.length - b.length);
    return short.length >= LEAST_STREET && long.startsWith(short) && !/^\d/.test(long.slice(short.length));
  });
}

/** Whether one of the two lines above an address is the company's legal name, such as above `Attn: Legal` or a register number. */
function isNameAbove(text: string, lineStart: number, hints: NameHints): boolean {
  const lines = text
    .slice(Math.max(0, lineStart - NAME_ABOVE_CHARS), lineStart)
    .split('\n')
    .slice(-3, -1);
  return lines.some((line) => legalForm(line.trim()) === 'sure' && line.length < 60 && fitsSite(line, hints));
}
