import { FREE_MAIL } from './emails/free-mail.ts';
import { areaAt, lastUpTo, type PageSource, withoutMarks } from './html/page-source.ts';
import { letters, spelledOutLetters } from './letters.ts';
import { linkedOwner } from './linked-owner.ts';
import { type OwnerKind, type OwnerWord, OwnerWords } from './owner-words.ts';
import { isSiteCredit } from './site-credit.ts';

/** A company between the words and the contact. */
const COMPANY =
  /(?<!\p{L})(?:g?GmbH|AG|UG|KG|OHG|SE|e\.\s?K\.|SARL|SASU?|S\.A\.?S?|EURL|S\.\s?L\.(?:\s?U\.)?|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|Ltd|Limited|LLC|LLP|PLLC|Inc|A\/S|ApS|AS|AB|Oy|s\.\s?r\.\s?o|sp\. z o|Zrt|Kft|Bt\.|SRL|Lda|Ltda|S\.A\.|d\.o\.o|Communications|Public Relations|PR|Consulting|Consultoria|Studio|Agentur|Agenzia|Agencja|Agence|Agency|Corp|Ι\.Κ\.Ε|Α\.Ε|Ε\.Π\.Ε|ООО|ТОВ|ЕООД|ООД|\p{L}*-?[Сс]тудия)(?![\p{L}])|[株有](?=式会社|限会社)|주식회사/u;
/** A heading of the site's own contact ends the block. */
const OWN_HEADING =
  /(?:^|\n)\W{0,3}(?:\d+\.?\s)?(?:kontakt(?:daten|ieren sie uns)?|contact(?: us)?|nous contacter|éditeur(?: du site)?|titular|titolare(?: del sito)?|contatti|contacto|impressum|imprint|anbieter(?:in)?|diensteanbieter(?:in)?|az? (?:üzemeltető|szolgáltató|eladó|kiadó) adatai|provozovatel|prodávající|dane (?:firmy|sprzedawcy|właściciela)|date(?:le)? (?:firmei|de identificare|de facturare|societ[ăa]ții)|podaci o (?:tvrtki|firmi|prodavatelju|trgovcu)|(?:bedrijfs)?gegevens|datos (?:fiscales|de la empresa|del titular)|dados da empresa|dati (?:aziendali|societari)|(?:firma|fatura) bilgileri|rekvizitai|rekvizīti|реквизиты(?: компании)?|στοιχεία (?:εταιρείας|επιχείρησης)|company (?:details|information)|kontakty?|контакты|контакти|επικοινωνία|yhteystiedot|elérhetőség(?:ek|eink)?|iletişim|contatos?|お問い合わせ|anschrift|so erreichen sie uns|[öo]ffnungszeiten|opening hours|verantwortlich\p{L}*[^\n]{0,40}|responsable[^\n]{0,40}|datenschutzbeauftragte[rn]?|data protection officer)\W{0,3}\n/iu;

/** The domain of an address. */
const DOMAIN = /@([a-z\d-]+(?:\.[a-z\d-]+)+)/g;
/** What a line of the site's own contacts has besides them. */
const ADDRESS_OR_LABEL = /[\w.+-]{0,64}@\S+|(?<!\p{L})(?:e-?mail|mail|tel|fax|phone|telefon)\p{L}*/giu;
const NAME = /\p{Lu}\p{L}/u;
/** How many letters in a row two names of one company share. */
const SHARED_LETTERS = 6;
const LINE_CHARS = 300;
/** A line of several words. */
const SENTENCE = /[?!]|\p{L}\s\p{L}+\s\p{L}/u;
/** Between the name of a service for everyone and its contact. */
const SENTENCE_CHARS = 80;
/** The end of a sentence or part of a line, or words for the site's own people. */
const ENDS_SUBJECT =
  /[\n\t·|;•]|[.!?]\s+\p{Lu}|(?<!\p{L})(?:our|us|me|unser\p{L}*|uns|notre|nos|nous|nuestr[oa]s?|nostr[oaie]|onze?|ons|nasz\p{L}*|office|reception|cell|mobile?|direct|mobil|handy|portable|cellulare)(?!\p{L})/iu;
const WINDOW = 420;
const MAX_LINES = 8;
const AFTER_CHARS = 120;

type OwnerSource = Pick<PageSource, 'text' | 'title' | 'links' | 'areas' | 'headings'>;

/** Says which contacts of a text belong to others: an authority, a hoster, a vendor, a body for disputes, the site's maker. */
export class OtherOwners {
  readonly #source: OwnerSource;
  readonly #text: string;
  readonly #domains: ReadonlySet<string>;
  readonly #brands: readonly string[];
  readonly #words: OwnerWords;
  /** the last words of each kind before a contact */
  #last: { index: number; words: ReadonlyMap<OwnerKind, OwnerWord> } = { index: -1, words: new Map() };
  #mailboxes: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  #hasOwnAddress = false;

  /** `ownDomains`: the company's sites. */
  constructor(source: OwnerSource, ownDomains: ReadonlySet<string>) {
    this.#source = source;
    this.#text = source.text;
    this.#words = new OwnerWords(source.text);
    this.#domains = ownDomains;
    this.#brands = [...ownDomains]
      .map((domain) => letters(domain.split('.')[0] ?? ''))
      .filter((brand) => brand.length >= 4);
  }

  /** Says that the page has an address of the site, maybe a hidden one. */
  foundOwnAddress(): void {
    this.#hasOwnAddress = true;
  }

  /**
   * Whose a contact at an offset is: null for the site's own, `other`, or `fallback` for someone whose contacts count only if the
   * page has no others, such as the maker of the site.
   */
  ownerAt(index: number): 'fallback' | 'other' | null {
    if (isSiteCredit(this.#text, index) || this.#isLinkedName(index)) return 'fallback';
    if (this.#isLineOfOthers(index)) return 'other';
    if (this.#followsOneOf(['body', 'host', 'outside'], index)) return 'other';
    return this.#followsOneOf(['maker'], index) || this.#isPublic(index) ? 'fallback' : null;
  }

  /** Whether an address at an offset belongs to someone else, who can be named above its own heading. */
  isAddressOfOthers(index: number): boolean {
    const kinds = ['body', 'host', 'outside', 'maker', 'place', 'agent'] as const;
    return this.ownerAt(index) !== null || this.#followsOneOf(kinds, index, true);
  }

  /** The last words of each kind in the text before a contact. */
  #lastWords(index: number): ReadonlyMap<OwnerKind, OwnerWord> {
    if (this.#last.index !== index) {
      const words = new Map<OwnerKind, OwnerWord>();
      for (const word of this.#words.between(Math.max(0, index - WINDOW), index)) words.set(word.kind, word);
      this.#last = { index, words };
    }
    return this.#last.words;
  }

  #followsOneOf(kinds: readonly OwnerKind[], index: number, isAcrossHeadings = false): boolean {
    const words = this.#lastWords(index);
    return words.size > 0 && kinds.some((kind) => this.#follows(words.get(kind), index, isAcrossHeadings));
  }

  /**
   * Whether a service for everyone stands before a contact in the same sentence. The site may be one itself: then it is
   * called so, or all its contacts are of that kind.
   */
  #isPublic(index: number): boolean {
    const word = this.#lastWords(index).get('public');
    if (!word || word.end > index) return false;
    const between = withoutMarks(this.#text.slice(word.end, index));
    if (between.length > SENTENCE_CHARS || ENDS_SUBJECT.test(between)) return false;
    const name = letters(this.#text.slice(word.index, word.end));
    const isOwnName = [letters(this.#source.title ?? ''), ...this.#brands].some((own) => own.includes(name));
    return !isOwnName && !this.#isOwn(this.#text.slice(word.index, index), '');
  }

  /** Whether such a word before a contact says that the contact is someone else's. */
  #follows(word: OwnerWord | undefined, index: number, isAcrossHeadings: boolean): boolean {
    if (!word || word.end > index || (!isAcrossHeadings && this.#endsBefore(word, index))) return false;
    const between = withoutMarks(this.#text.slice(word.end, index));
    if (between.split('\n').length > MAX_LINES + 1 || OWN_HEADING.test(between)) return false;
    // `regulated by the Financial Conduct Authority, 12 Endeavour Square`
    if (word.kind === 'body' && /^,\s$/.test(between)) return true;
    if (word.isMember) return false;
    const rest = this.#rest(index);
    const isNamed = COMPANY.test(between);
    const isSure = word.kind === 'body' || word.kind === 'place';
    if (!isSure && !isNamed && !this.#hasOtherAddress(between + rest)) return false;
    // Below an agent that is named, the lines of the site itself can follow.
    const lines = word.kind === 'place' && isNamed ? rest.split('\n', 1)[0]! : rest;
    return !this.#isOwn(withoutMarks(this.#text.slice(word.index, index)), lines);
  }

  /**
   * Whether the line of a contact is about someone else: it names them beside the only address of their domain, and the
   * site has an address of its own elsewhere. Several addresses of another domain may be those of a parent company.
   */
  #isLineOfOthers(index: number): boolean {
    if (!this.#isOwnAddressKnown()) return false;
    const line = withoutMarks(this.#lineAround(index));
    if (!NAME.test(line.replace(ADDRESS_OR_LABEL, ''))) return false;
    const domain = domainsIn(line).find(
      (found) => this.#isOtherDomain(found) && !this.#isLikeOwn(withoutEnding(found)),
    );
    return domain !== undefined && this.#isOnlyAddress(domain) && !this.#isOwn(line, '');
  }

  #isOwnAddressKnown(): boolean {
    this.#hasOwnAddress ||= [...this.#domains].some((domain) => this.#addresses().has(domain));
    return this.#hasOwnAddress;
  }

  /** Whether the name of another company, with a link to its site, stands before a contact. */
  #isLinkedName(index: number): boolean {
    const site = linkedOwner(this.#source, index);
    if (site === null || !this.#isOwnAddressKnown()) return false;
    return this.#isOtherDomain(site) && !this.#isLikeOwn(withoutEnding(site));
  }

  /** Whether an offset is in the header or footer of the page, which is the site's own. */
  #isFooter(index: number): boolean {
    const area = areaAt(this.#source, index);
    return area === 'footer' || area === 'header';
  }

  /** Whether the part of the page with a word ends before an offset: at a heading, or where the footer starts. */
  #endsBefore(word: OwnerWord, index: number): boolean {
    if (this.#isFooter(index) && areaAt(this.#source, word.index) !== areaAt(this.#source, index))
      return true;
    const { headings } = this.#source;
    const own = lastUpTo(headings, (heading) => heading.index, word.index);
    const heading = headings[own];
    const isHeading = heading && !this.#text.slice(heading.index, word.index).includes('\n');
    const level = isHeading ? heading.level : Number.POSITIVE_INFINITY;
    const last = lastUpTo(headings, ({ index: start }) => start, index);
    return headings.slice(own + 1, last + 1).some((next) => next.level <= level);
  }

  /** Whether a domain has one mailbox in the text, which isn't named after the site. */
  #isOnlyAddress(domain: string): boolean {
    const mailboxes = [...(this.#addresses().get(domain) ?? [])];
    return mailboxes.length === 1 && !mailboxes.some((mailbox) => this.#isLikeOwn(mailbox));
  }

  #lineAround(index: number): string {
    const start = Math.max(this.#text.lastIndexOf('\n', index - 1) + 1, index - LINE_CHARS);
    return this.#text.slice(start, index + LINE_CHARS).split('\n', 1)[0] ?? '';
  }

  /** Whether a domain isn't the site's and not everyone's. */
  #isOtherDomain(domain: string): boolean {
    return !FREE_MAIL.has(domain) && ![...this.#domains].some((own) => domain.endsWith(own));
  }

  /** Whether a name has letters in common with that of the site: `muellerbau` and `heizung-mueller`. */
  #isLikeOwn(name: string): boolean {
    const plain = letters(name);
    return this.#brands.some((brand) => {
      if (brand.length < SHARED_LETTERS) return plain.includes(brand);
      for (let start = 0; start + SHARED_LETTERS <= brand.length; start += 1)
        if (plain.includes(brand.slice(start, start + SHARED_LETTERS))) return true;
      return false;
    });
  }

  /** The mailboxes in the text by their domains. */
  #addresses(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#mailboxes) return this.#mailboxes;
    const mailboxes = new Map<string, Set<string>>();
    const text = this.#text.includes('@') ? this.#text.toLowerCase() : '';
    for (const { index, 1: domain = '' } of text.matchAll(DOMAIN)) {
      const [mailbox = ''] = /[\w.+-]*$/.exec(text.slice(Math.max(0, index - 64), index)) ?? [];
      const known = mailboxes.get(domain);
      if (known) known.add(mailbox);
      else mailboxes.set(domain, new Set([mailbox]));
    }
    this.#mailboxes = mailboxes;
    return mailboxes;
  }

  /** Whether a text has an email address of a domain that isn't the site's and not everyone's. */
  #hasOtherAddress(text: string): boolean {
    if (this.#domains.size === 0) return false;
    return domainsIn(text).some((domain) => this.#isOtherDomain(domain));
  }

  /** The next lines after a contact, which may have an address of the site. */
  #rest(index: number): string {
    const after = withoutMarks(this.#text.slice(index, index + AFTER_CHARS));
    return after.split('\n', 2).join('\n');
  }

  /** Whether the text before a contact names the site, or the lines after it are an address of the site. */
  #isOwn(before: string, rest: string): boolean {
    const [line = '', next = ''] = rest.split('\n', 2);
    const text = before + line;
    // Below the address of an authority, `Questions? info@acme.com` starts another subject.
    const lower = (SENTENCE.test(next) ? text : before + rest).toLowerCase();
    if ([...this.#domains].some((domain) => lower.includes(domain))) return true;
    const plain = letters(text);
    const spelledOut = spelledOutLetters(lower);
    return this.#brands.some((brand) => plain.includes(brand) || spelledOut.includes(brand));
  }
}

function domainsIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(DOMAIN)].map(([, domain = '']) => domain);
}

/** `acme` of `acme.com`, `shop.acme` of `shop.acme.com` */
function withoutEnding(domain: string): string {
  return domain.slice(0, domain.lastIndexOf('.'));
}
