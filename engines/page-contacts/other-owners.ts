import { FREE_MAIL } from './emails/free-mail.ts';
import { withoutMarks } from './html/page-source.ts';
import { type OwnerKind, type OwnerWord, OwnerWords } from './owner-words.ts';
import { isSiteCredit } from './site-credit.ts';

/** A company between the words and the contact. */
const COMPANY =
  /(?<!\p{L})(?:g?GmbH|AG|UG|KG|OHG|SE|e\.\s?K\.|SARL|SASU?|S\.A\.?S?|EURL|S\.\s?L\.(?:\s?U\.)?|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|Ltd|Limited|LLC|Inc|A\/S|ApS|AB|Oy|s\.\s?r\.\s?o|sp\. z o|Zrt|Kft|Bt\.|SRL|Lda|Ltda|S\.A\.|d\.o\.o|Consulting|Consultoria|Studio|Agentur|Agenzia|Agencja|Agence|Agency|Corp|Ι\.Κ\.Ε|Α\.Ε|Ε\.Π\.Ε|ООО|ТОВ|ЕООД|ООД|\p{L}*-?[Сс]тудия)(?![\p{L}])|[株有](?=式会社|限会社)|주식회사/u;
/** A heading of the site's own contact ends the block. */
const OWN_HEADING =
  /(?:^|\n)\W{0,3}(?:\d+\.?\s)?(?:kontakt(?:daten|ieren sie uns)?|contact(?: us)?|nous contacter|contatti|contacto|impressum|imprint|kontakty?|контакты|контакти|επικοινωνία|yhteystiedot|elérhetőség(?:ek|eink)?|iletişim|contatos?|お問い合わせ|anschrift|so erreichen sie uns|[öo]ffnungszeiten|opening hours|verantwortlich\p{L}*[^\n]{0,40}|responsable[^\n]{0,40}|datenschutzbeauftragte[rn]?|data protection officer)\W{0,3}\n/iu;

const SENTENCE = /[?!]|\p{L}\s\p{L}+\s\p{L}/u;
const WINDOW = 420;
const MAX_LINES = 8;
const AFTER_CHARS = 120;

/** Says which contacts of a text belong to others: an authority, a hoster, a vendor, a body for disputes, the site's maker. */
export class OtherOwners {
  readonly #text: string;
  readonly #domains: ReadonlySet<string>;
  readonly #brands: readonly string[];
  readonly #words: OwnerWords;

  /** `ownDomains`: the company's sites. */
  constructor(text: string, ownDomains: ReadonlySet<string>) {
    this.#text = text;
    this.#words = new OwnerWords(text);
    this.#domains = ownDomains;
    this.#brands = [...ownDomains]
      .map((domain) => letters(domain.split('.')[0] ?? ''))
      .filter((brand) => brand.length >= 4);
  }

  /** Whose a contact at an offset is: `maker` of the site, `other`, or null for the site's own. */
  ownerAt(index: number): 'maker' | 'other' | null {
    if (isSiteCredit(this.#text, index)) return 'maker';
    const last = new Map<OwnerKind, OwnerWord>();
    for (const word of this.#words.between(Math.max(0, index - WINDOW), index)) last.set(word.kind, word);
    if (last.size === 0) return null;
    for (const kind of ['body', 'host', 'outside'] as const)
      if (this.#follows(last.get(kind), index)) return 'other';
    return this.#follows(last.get('maker'), index) ? 'maker' : null;
  }

  /** Whether such a word before a contact says that the contact is someone else's. */
  #follows(word: OwnerWord | undefined, index: number): boolean {
    if (!word || word.end > index) return false;
    const between = withoutMarks(this.#text.slice(word.end, index));
    if (between.split('\n').length > MAX_LINES + 1 || OWN_HEADING.test(between)) return false;
    const rest = this.#rest(index);
    if (word.kind !== 'body' && !COMPANY.test(between) && !this.#hasOtherAddress(between + rest))
      return false;
    return !this.#isOwn(withoutMarks(this.#text.slice(word.index, index)), rest);
  }

  /** Whether a text has an email address of a domain that isn't the site's and not everyone's. */
  #hasOtherAddress(text: string): boolean {
    if (this.#domains.size === 0) return false;
    for (const [, domain = ''] of text.toLowerCase().matchAll(/@([a-z\d-]+(?:\.[a-z\d-]+)+)/g))
      if (!FREE_MAIL.has(domain) && ![...this.#domains].some((own) => domain.endsWith(own))) return true;
    return false;
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
