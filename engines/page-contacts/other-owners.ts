import { withoutMarks } from './html/page-source.ts';
import { isSiteCredit } from './site-credit.ts';

/** Authorities and bodies for complaints, which pages about privacy and terms name with their contacts. */
const BODIES = [
  String.raw`(?:aufsichts|beschwerde)(?:beh[öo]e?rde|stelle)|landesamt f[üu]e?r datenschutz\p{L}*|(?:landes|bundes)beauftragte\p{L}*(?: f[üu]e?r)? (?:den )?datenschutz|datenschutzbeauftragte[rn]? (?:des landes|de[rs] freistaat)|[äa]e?rztekammer|rechtsanwaltskammer|steuerberaterkammer|architektenkammer|datenschutzbeh[öo]e?rde`,
  String.raw`supervisory authority|data protection (?:authority|commission(?:er)?)|information commissioner|commission nationale de l['’]informatique|autorit[ée] de (?:contr[ôo]le|protection des donn[ée]es)|\bcnil\b`,
  String.raw`autoriteit persoonsgegevens|gegevensbeschermingsautoriteit|garante per la protezione|autoridad de control|agencia espa[ñn]ola de protecci[óo]n|integritetsskyddsmyndighet\p{L}*|tillsynsmyndighet\p{L}*|datatilsynet|tietosuojavaltuutet\p{L}*|urz[ąa]d ochrony danych|[úu]řad pro ochranu osobn[íi]ch|comiss[ãa]o nacional de prote`,
  String.raw`schlichtungsstelle|verbraucherschlicht\p{L}*|(?:verbraucher|online-?)streitbeilegung|ombudsma\p{L}*|ombudsstelle|m[ée]diateur (?:de la|du|agréé)|m[ée]diation de la consommation|geschillencommissie|(?:alternative|online) dispute resolution|reklamationsn[äa]mnden|forbrugerklagenævn\p{L}*|organismo di mediazione`,
  String.raw`google (?:ireland|llc|inc)|meta platforms|facebook (?:ireland|inc)|linkedin ireland|twitter international|hotjar l\p{L}+|usercentrics|cookiebot|onetrust|borlabs|innocraft|hubspot,? inc|intuit inc|the rocket science group|cloudflare,? inc|paypal \(europe\)|stripe payments|klarna bank|vimeo,? inc|adobe systems|microsoft (?:ireland|corporation)`,
].join('|');
/** Words for who hosts a site, with a company after them. */
const HOSTS = `(?:web-?)?hosting(?:[ -]?(?:provider|anbieter|partner))?|(?:web-?)?hoster|h[ée]bergement(?: du site)?|h[ée]bergeur(?: du site)?|alojamiento(?: web)?|hospedagem|hosted by`;
/** Words for who made a site, on a line of their own, with a company after them. */
const MAKERS = String.raw`web-?design(?: (?:&|und|and) \p{L}+)?|(?:konzept(?:ion)?|design|gestaltung|idee)(?:, \p{L}+)?(?: (?:&|und|and) (?:technische )?(?:umsetzung|programmierung|realisi?erung|gestaltung|design))|(?:technische )?umsetzung|programmierung|realisierung|(?:conception|cr[ée]ation|r[ée]alisation)(?: (?:et|&) (?:r[ée]alisation|cr[ée]ation|d[ée]veloppement))?(?: (?:du|de) (?:site|ce site))?(?: web| internet)?|(?:web ?)?site (?:by|design)|(?:web )?design by|dise[ñn]o(?: y desarrollo)?(?: web)?|sito (?:web )?realizzato da|realizzazione sito|webb?plats(?: av)?|hjemmeside(?: af)?`;

const BODY = new RegExp(String.raw`(?<!\p{L})(?:${BODIES})`, 'giu');
const HOST = new RegExp(String.raw`(?<!\p{L})(?:${HOSTS})\s?(?::|\n|(?:ist|is|est|by)\s)`, 'giu');
const MAKER = new RegExp(String.raw`(?:^|\n)\W{0,3}(?:${MAKERS})\s?:?\n`, 'giu');

/** Parts of these words, of which each has one. Much cheaper than the patterns, because few texts have any. */
const BODY_PARTS = [
  'ufsichts|eschwerde|andesamt|eauftragte|kammer|atenschutzbe|upervisory|data prot|ata Prot|mmissioner|nformatique|utorité|utorite|CNIL|ersoonsgegev|evensbescherm|arante per|utoridad|protecci|Protecci',
  'skyddsmynd|illsynsmynd|atilsynet|etosuoja|ochron|mbuds|hlichtung|schlicht|beilegung|diateur|diation|eschillen|ispute|namnd|nämnd|klagen|ediazione|omissão',
  'oogle (?:Ir|LLC|Inc)|eta Plat|acebook I|inkedIn I|witter Int|otjar L|sercentrics|ookiebot|neTrust|orlabs|nnocraft|ubSpot,? Inc|ntuit Inc|cience Group|lare,? Inc|ayPal \\(|tripe Pay|larna Bank|imeo,? Inc|dobe Sys|icrosoft (?:Ir|Corp)',
].join('|');
const OTHER_PARTS =
  'osting|[Hh]oster|osted by|berge[mu]|lojamiento|ospedagem|ebdesign|eb-design|esign\\s*:?\\n|esign by|onzept|msetzung|rogrammierung|ealisierung|alisation|réation|reation d|onception|estaltung|ite by|iseñ|ealizza|plats av|jemmeside';
const BODY_STEMS = new RegExp(BODY_PARTS);
const OTHER_STEMS = new RegExp(OTHER_PARTS);
const STEMS = new RegExp(`${BODY_PARTS}|${OTHER_PARTS}`);
/** Texts are checked in pieces of this length, each once. */
const PIECE = 256;
/** Longest of the parts. */
const OVERLAP = 16;

/** A company between the words and the contact. */
const COMPANY =
  /(?<!\p{L})(?:g?GmbH|AG|UG|KG|OHG|SE|e\.\s?K\.|SARL|SASU?|S\.A\.?S?|EURL|S\.\s?L\.(?:\s?U\.)?|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|Ltd|Limited|LLC|Inc|A\/S|ApS|AB|Oy|s\.r\.o|sp\. z o|Kft|Lda|Ltda|Studio|Agentur|Agence|Agency)(?![\p{L}])/u;
/** A heading of the site's own contact ends the block. */
const OWN_HEADING =
  /(?:^|\n)\W{0,3}(?:\d+\.?\s)?(?:kontakt(?:daten|ieren sie uns)?|contact(?: us)?|nous contacter|contatti|contacto|impressum|imprint|anschrift|so erreichen sie uns|[öo]ffnungszeiten|opening hours|verantwortlich\p{L}*[^\n]{0,40}|responsable[^\n]{0,40}|datenschutzbeauftragte[rn]?|data protection officer)\W{0,3}\n/iu;

const WINDOW = 420;
const MAX_LINES = 8;
const AFTER_CHARS = 120;

/** Says which contacts of a text belong to others: an authority, a hoster, a vendor, a body for disputes, the site's maker. */
export class OtherOwners {
  readonly #text: string;
  readonly #domains: ReadonlySet<string>;
  readonly #brands: readonly string[];
  /** by piece of the text: whether it may have one of the words */
  readonly #pieces: boolean[] = [];

  /** `ownDomains`: the company's sites. */
  constructor(text: string, ownDomains: ReadonlySet<string>) {
    this.#text = text;
    this.#domains = ownDomains;
    this.#brands = [...ownDomains]
      .map((domain) => letters(domain.split('.')[0] ?? ''))
      .filter((brand) => brand.length >= 4);
  }

  /** Whose a contact at an offset is: `maker` of the site, `other`, or null for the site's own. */
  ownerAt(index: number): 'maker' | 'other' | null {
    if (isSiteCredit(this.#text, index)) return 'maker';
    if (!this.#hasStem(index)) return null;
    const before = withoutMarks(this.#text.slice(Math.max(0, index - WINDOW), index));
    if (BODY_STEMS.test(before) && this.#follows(before, BODY, false, index)) return 'other';
    if (!OTHER_STEMS.test(before)) return null;
    if (this.#follows(before, HOST, true, index)) return 'other';
    return this.#follows(before, MAKER, true, index) ? 'maker' : null;
  }

  /** Whether the text before a contact may have one of the words. */
  #hasStem(index: number): boolean {
    for (let piece = Math.floor(Math.max(0, index - WINDOW) / PIECE); piece * PIECE <= index; piece += 1) {
      const known = this.#pieces[piece];
      const start = piece * PIECE;
      const has = known ?? STEMS.test(this.#text.slice(start, start + PIECE + OVERLAP));
      this.#pieces[piece] = has;
      if (has) return true;
    }
    return false;
  }

  /** Whether the last of such words in the text before a contact says that it is someone else's. */
  #follows(before: string, words: RegExp, needsCompany: boolean, index: number): boolean {
    let last: RegExpExecArray | null = null;
    for (const match of before.matchAll(words)) last = match;
    if (!last) return false;
    const between = before.slice(last.index + last[0].trimEnd().length);
    if (between.split('\n').length > MAX_LINES + 1 || OWN_HEADING.test(between)) return false;
    if (needsCompany && !COMPANY.test(between)) return false;
    return !this.#isOwn(before.slice(last.index) + this.#rest(index));
  }

  /** The next lines after a contact, which may have an address of the site. */
  #rest(index: number): string {
    const after = withoutMarks(this.#text.slice(index, index + AFTER_CHARS));
    return after.split('\n', 2).join('\n');
  }

  /** Whether a text names the site. */
  #isOwn(text: string): boolean {
    const lower = text.toLowerCase();
    if ([...this.#domains].some((domain) => lower.includes(domain))) return true;
    const plain = letters(text);
    const spelledOut = letters(lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue'));
    return this.#brands.some((brand) => plain.includes(brand) || spelledOut.includes(brand));
  }
}

function letters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
