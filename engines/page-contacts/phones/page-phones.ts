import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import type { EvidenceSource } from '#contract/website.ts';
import { percentDecoded } from '../emails/encoded-email.ts';
import { areaAt, type PageSource, type SourceLink, sourceText, withoutMarks } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import type { OtherOwners } from '../other-owners.ts';
import type { Found, PageArea } from '../page-contacts.ts';
import { rankRegions } from './block-region.ts';
import type { CountryContext } from './digit-reader.ts';
import { type DigitRun, digitRuns } from './digit-runs.ts';
import { findPhones } from './find-phones.ts';
import { isLocalNumber } from './national-number.ts';
import { withOneReading } from './one-reading.ts';
import { labelBefore, type PhoneLabel } from './phone-label.ts';
import { internationalNumber, mayHaveLength, validNumber } from './phone-number.ts';
import { inferRegions, type Regions } from './phone-region.ts';
import { type Places, placesIn } from './place-names.ts';
import type { TextPhone } from './text-phone.ts';
import { isUnplaced, mayBeUnplaced, UnplacedPhones } from './unplaced-phones.ts';

const MAX_PHONES = 500;
const MAX_DESCRIPTION_CHARS = 2000;
/** What is read of a link and of its text: these patterns take the square of the length. */
const LINK_CHARS = 200;
/** Regions tried for a link without a calling code. */
const MAX_REGIONS = 3;
/** Length of text searched for country hints. */
const MAX_SAMPLE_CHARS = 200_000;
/** Length of text before a number that is searched for an address, and of all such texts. */
const ADDRESS_CHARS = 240;
const MAX_ADDRESS_CHARS = 20_000;

/** Region hints in addition to the page's text. */
export interface PhoneContext {
  host: string | null;
  emailHosts: readonly string[];
  /** countries and cities of the text */
  places: () => Places;
  owners: OtherOwners;
}

/** The numbers of a page. */
export interface PagePhones {
  /** E.164 */
  phones: Found[];
  /** E.164 */
  faxes: Found[];
  /** labeled as a phone, as written, in national format; the page doesn't tell their country */
  unplaced: Found[];
}

/**
 * Returns the distinct phone and fax numbers of a page in E.164. A number labeled as both is a phone.
 * Includes numbers of the site's maker and the like only if there is no other, and never those of authorities, hosters and the like.
 */
export function pagePhones(
  source: PageSource,
  data: StructuredData,
  stateTelephones: () => readonly string[],
  context: PhoneContext,
  expired: () => boolean,
): PagePhones {
  const list = new FoundPhones();
  const unplaced = new UnplacedPhones();
  const addUnplaced = ({ source: { start, end, area }, digits }: PhoneLink): void => {
    const text = withoutMarks(source.text.slice(start, end)).trim();
    const isSame = text.replace(/\D/g, '') === digits;
    if (mayBeUnplaced(digits) && !context.owners.ownerAt(start))
      unplaced.add(isSame ? text : digits, 'tel', area);
  };
  const fallback = new FoundPhones();
  const others = new FoundPhones();
  const listAt = (index: number): FoundPhones => {
    const owner = context.owners.ownerAt(index);
    return owner === 'fallback' ? fallback : owner === 'other' ? others : list;
  };
  const links = source.links.map(phoneLink).filter((link) => link !== null);
  let read: DigitRun[] | null = null;
  const runs = (): readonly DigitRun[] => {
    read ??= digitRuns(source.text, expired);
    return read;
  };
  let known: CountryContext | null = null;
  const countryContext = (): CountryContext => {
    if (known) return known;
    const places = context.places();
    const stated = source.microdata.filter((item) => item.name === 'addresscountry');
    const regions = inferRegions({
      host: context.host,
      lang: source.lang,
      locales: ['og:locale', 'geo.region'].flatMap((name) => source.metas.get(name) ?? []),
      countries: [...data.countries, ...stated.map((item) => sourceText(source, item))],
      emailHosts: context.emailHosts,
      international: internationalRegions(source.text, links, data),
      places,
      text: textAround(source.text, runs()),
    });
    known = { regions, places };
    return known;
  };
  const regions = (): Regions => countryContext().regions;
  const inText = findPhones(source.text, runs(), countryContext, expired);
  const readings = withOneReading(inText.phones);
  for (const link of links) {
    if (expired()) break;
    const { start, end, href, area } = link.source;
    const regionsHere = (): Regions => {
      const { regions: page, places } = countryContext();
      return rankRegions(page, places, source.text, start, end);
    };
    const known = link.international ? undefined : readings.get(link.digits);
    const number = known ?? readNumber(link.digits, regionsHere, link.international);
    if (!number) {
      if (link.phone && !link.international && isUnplaced(regions())) addUnplaced(link);
      continue;
    }
    const linkText = source.text.slice(start, end);
    const label = labelBefore(source.text, start, Math.max(0, start - 40));
    const fax =
      link.fax ||
      /^[\W\d]*(?:\p{L}+\s)?(?:tele|e-?)?fax\b/iu.test(linkText.slice(0, LINK_CHARS)) ||
      (label === 'fax' && /\d/.test(linkText));
    const written = withoutMarks(linkText).trim() || href;
    listAt(start).add(number, written, 'tel', area, fax ? 'fax' : null);
  }
  for (const phone of inText.phones)
    listAt(phone.index).add(phone.number, phone.written, 'text', areaAt(source, phone.index), phone.label);
  for (const { written, index } of inText.unplaced)
    if (!context.owners.ownerAt(index)) unplaced.add(written, 'text', areaAt(source, index));
  for (const item of source.microdata) {
    const fax = item.name === 'faxnumber';
    if (!fax && item.name !== 'telephone' && item.name !== 'phone') continue;
    const written = sourceText(source, item);
    addFromText(list, written, regions, 'microdata', item.area, fax ? 'card fax' : 'card phone');
  }
  for (const written of data.telephones) addFromText(list, written, regions, 'json-ld', 'head', 'card phone');
  for (const written of data.faxes) addFromText(list, written, regions, 'json-ld', 'head', 'card fax');
  for (const item of source.scriptAttributes)
    if (item.name === 'data-phone' || item.name === 'data-tel')
      addFromText(list, item.value, regions, 'text', item.area, null);
  // An app's state contains more than the page shows, so it is only a fallback.
  if (list.empty)
    for (const written of stateTelephones()) addFromText(list, written, regions, 'script', 'body', null);
  if (list.empty && unplaced.empty)
    for (const phone of inDescription(source, regions, expired))
      list.add(phone.number, phone.written, 'meta', 'head', phone.label);
  const found = list.found();
  const { phones, faxes } = found.phones.length > 0 ? found : fallback.found();
  const placed = [...phones, ...found.faxes, ...fallback.found().faxes].map(({ value }) => value);
  return {
    phones,
    faxes: found.phones.length > 0 ? faxes : [...found.faxes, ...faxes],
    unplaced: unplaced.without(placed),
  };
}

/** The numbers of the page's description, with the places that it names. Many pages have them only there. */
function inDescription(source: PageSource, regions: () => Regions, expired: () => boolean): TextPhone[] {
  const text = source.metas.get('description') ?? source.metas.get('og:description') ?? '';
  const runs = digitRuns(text.slice(0, MAX_DESCRIPTION_CHARS), expired);
  if (runs.length === 0) return [];
  return findPhones(text, runs, () => ({ regions: regions(), places: placesIn(text) }), expired).phones;
}

/** The text before and after possible numbers, which contains their addresses. */
function textAround(text: string, runs: readonly DigitRun[]): string {
  const parts: string[] = [];
  let from = 0;
  let length = 0;
  for (const { start, end } of runs) {
    const begin = Math.max(from, start - ADDRESS_CHARS);
    from = Math.max(from, Math.min(text.length, end + ADDRESS_CHARS / 2));
    if (begin < from) parts.push(text.slice(begin, from));
    length += from - begin;
    if (length > MAX_ADDRESS_CHARS) break;
  }
  return parts.join('\n');
}

interface PhoneLink {
  source: SourceLink;
  digits: string;
  fax: boolean;
  /** a plain phone link, not one of a messenger */
  phone: boolean;
  international: boolean;
}

const SCHEME = /^\s*(tel|phone|telephone|callto|fax|sms|whatsapp|viber)\s*:[\s/]*/i;
const MESSENGER =
  /^(?:https?:)?\/\/(?:www\.|api\.|web\.)?(?:wa\.me\/|whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=)([^&#?/]+)/i;

/** The digits of a tel:, callto: or messenger link, or null. */
function phoneLink(link: SourceLink): PhoneLink | null {
  if (link.isPath) return null;
  const messenger = MESSENGER.exec(link.href);
  if (messenger) {
    const digits = percentDecoded(messenger[1]!).replace(/\D/g, '');
    return digits.length >= 7
      ? { source: link, digits, fax: false, phone: false, international: true }
      : null;
  }
  const scheme = SCHEME.exec(link.href);
  if (!scheme) return null;
  const rest = link.href.slice(scheme[0].length);
  const query = /[?&](?:phone|number)=([^&]+)/i.exec(rest)?.[1];
  const given = percentDecoded(query ?? rest.split(/[;?]/, 1)[0] ?? '');
  const written = given.slice(0, LINK_CHARS).replace(/(?:ext|x|#|,).*$/is, '');
  // Skype names have letters. So do vanity numbers, but the link text is better for those.
  if (/[a-z]{3}/i.test(written)) return null;
  const plus = /^\s*\(?\+/.test(written);
  const plain = plus ? written.replace(/\(0\)/, '') : written;
  const digits = plain.replace(/\D/g, '');
  if (digits.length < 6) return null;
  const kind = scheme[1]!.toLowerCase();
  return {
    source: link,
    digits,
    fax: kind === 'fax',
    phone: /^(?:tel|phone|telephone|callto)$/.test(kind),
    international: plus,
  };
}

function readNumber(digits: string, regions: () => Regions, international: boolean): PhoneNumber | null {
  if (international) return internationalNumber(digits);
  if (digits.startsWith('00')) {
    const number = internationalNumber(digits.slice(2));
    if (number) return number;
  }
  for (const { region } of regions().slice(0, MAX_REGIONS)) {
    const number = mayHaveLength(digits.length, region) ? validNumber(digits, region) : null;
    if (number && !isLocalNumber(number, digits)) return number;
  }
  // Links often lack the plus.
  return digits.length >= 10 && !digits.startsWith('0') ? internationalNumber(digits) : null;
}

function addFromText(
  list: FoundPhones,
  written: string,
  regions: () => Regions,
  source: EvidenceSource,
  area: PageArea,
  label: FoundLabel,
): void {
  for (const part of written.slice(0, 300).split(/[,;|]| or | \/ /)) {
    const text = part.replace(/^\s*(?:tel|callto)\s*:/i, '').replace(/\s*(?:ext|x).*$/i, '');
    const plus = /^[^\d]*\+/.test(text);
    const digits = (plus ? text.replace(/\(0\)/, '') : text).replace(/\D/g, '');
    if (digits.length < 6) continue;
    const number = readNumber(digits, regions, plus);
    if (number) list.add(number, part.trim(), source, area, label);
  }
}

function internationalRegions(
  text: string,
  links: readonly PhoneLink[],
  data: StructuredData,
): CountryCode[] {
  const written = [
    ...links.filter((link) => link.international).map((link) => link.digits),
    ...data.telephones
      .filter((phone) => phone.trim().startsWith('+'))
      .map((phone) => phone.replace(/\(0\)/, '').replace(/\D/g, '')),
  ];
  for (const match of text.slice(0, MAX_SAMPLE_CHARS).matchAll(/\+[\d\s().-]{7,20}\d/g)) {
    written.push(match[0].replace(/\(0\)/, '').replace(/\D/g, ''));
    if (written.length > 30) break;
  }
  return written.flatMap((digits) => internationalNumber(digits)?.country ?? []);
}

/** Business data calls many faxes a telephone, so it counts less than a label that people see. */
type FoundLabel = PhoneLabel | 'card phone' | 'card fax';

/**
 * Whether a number is labeled as a fax, and nowhere as a phone. "Tel/Fax" in one place and "Fax" in another: a
 * fax.
 */
function isFax(labels: ReadonlySet<FoundLabel>): boolean {
  if (labels.has('phone')) return false;
  return labels.has('fax') || (labels.has('card fax') && !labels.has('card phone'));
}

class FoundPhones {
  readonly #numbers = new Map<string, Found>();
  readonly #labels = new Map<string, Set<FoundLabel>>();

  get empty(): boolean {
    return this.#numbers.size === 0;
  }

  add(number: PhoneNumber, written: string, source: EvidenceSource, area: PageArea, label: FoundLabel): void {
    const value = number.number as string;
    const known = this.#numbers.get(value);
    if (!known && this.#numbers.size >= 2 * MAX_PHONES) return;
    const labels = this.#labels.get(value) ?? new Set();
    this.#labels.set(value, labels.add(label));
    if (known) known.count += 1;
    else this.#numbers.set(value, { value, written: written.slice(0, 200), source, area, count: 1 });
  }

  found(): { phones: Found[]; faxes: Found[] } {
    const phones: Found[] = [];
    const faxes: Found[] = [];
    for (const [value, found] of this.#numbers)
      (isFax(this.#labels.get(value)!) ? faxes : phones).push(found);
    return { phones: phones.slice(0, MAX_PHONES), faxes: faxes.slice(0, MAX_PHONES) };
  }
}
