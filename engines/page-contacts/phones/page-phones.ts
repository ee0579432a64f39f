import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import type { EvidenceSource } from '#contract/website.ts';
import { percentDecoded } from '../emails/encoded-email.ts';
import { areaAt, type PageSource, type SourceLink, textOf, withoutMarks } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import type { Found, PageArea } from '../page-contacts.ts';
import { isSiteCredit } from '../site-credit.ts';
import { countriesIn } from './country-name.ts';
import { type CountryContext, findPhones, type Regions } from './find-phones.ts';
import { labelBefore } from './phone-label.ts';
import { internationalNumber, validNumber } from './phone-number.ts';
import { inferRegions } from './phone-region.ts';

const MAX_PHONES = 500;
/** Length of text searched for country hints. */
const MAX_SAMPLE_CHARS = 200_000;

/** Region hints in addition to the page's text. */
export interface PhoneContext {
  host: string | null;
  emailHosts: readonly string[];
}

/**
 * Returns the distinct phone and fax numbers of a page in E.164. A number labeled as both is a phone.
 * Includes the site maker's number only if there is no other.
 */
export function pagePhones(
  source: PageSource,
  data: StructuredData,
  stateTelephones: readonly string[],
  context: PhoneContext,
  expired: () => boolean,
): { phones: Found[]; faxes: string[] } {
  const list = new PhoneList();
  const credited = new PhoneList();
  const listAt = (at: number): PhoneList => (isSiteCredit(source.text, at) ? credited : list);
  const links = source.links.map(phoneLink).filter((link) => link !== null);
  let known: CountryContext | null = null;
  const countryContext = (): CountryContext => {
    if (known) return known;
    const countries = countriesIn(source.text.slice(0, MAX_SAMPLE_CHARS));
    const stated = source.microdata.filter((item) => item.name === 'addresscountry');
    const regions = inferRegions({
      host: context.host,
      lang: source.lang,
      locales: ['og:locale', 'geo.region'].flatMap((name) => source.metas.get(name) ?? []),
      countries: [...data.countries, ...stated.map((item) => textOf(source, item))],
      emailHosts: context.emailHosts,
      international: internationalRegions(source.text, links, data),
      named: countries,
      text: source.text.slice(0, MAX_SAMPLE_CHARS),
    });
    known = { regions, countries };
    return known;
  };
  const regions = (): Regions => countryContext().regions;
  for (const link of links) {
    if (expired()) break;
    const number = readNumber(link.digits, regions, link.international);
    if (!number) continue;
    const linkText = source.text.slice(link.source.start, link.source.end);
    const label = labelBefore(source.text, link.source.start, Math.max(0, link.source.start - 40));
    const fax = link.fax || /^\W*(?:tele)?fax\b/i.test(linkText) || (label === 'fax' && /\d/.test(linkText));
    const written = withoutMarks(linkText).trim() || link.source.href;
    listAt(link.source.start).add(number, written, 'tel', link.source.area, fax);
  }
  for (const phone of findPhones(source.text, countryContext, expired))
    listAt(phone.at).add(phone.number, phone.written, 'text', areaAt(source, phone.at), phone.fax);
  for (const item of source.microdata) {
    const fax = item.name === 'faxnumber';
    if (!fax && item.name !== 'telephone' && item.name !== 'phone') continue;
    const written = textOf(source, item);
    addFromText(list, written, regions, 'microdata', item.area, fax);
  }
  for (const written of data.telephones) addFromText(list, written, regions, 'json-ld', 'head', false);
  for (const written of data.faxes) addFromText(list, written, regions, 'json-ld', 'head', true);
  for (const item of source.scriptAttributes)
    if (item.name === 'data-phone' || item.name === 'data-tel')
      addFromText(list, item.value, regions, 'text', item.area, false);
  // An app's state contains more than the page shows, so it is only a fallback.
  if (list.empty)
    for (const written of stateTelephones) addFromText(list, written, regions, 'script', 'body', false);
  const found = list.found();
  return found.phones.length > 0 ? found : { ...found, phones: credited.found().phones };
}

interface PhoneLink {
  source: SourceLink;
  digits: string;
  fax: boolean;
  international: boolean;
}

const SCHEME = /^\s*(tel|phone|telephone|callto|fax|sms|whatsapp|viber)\s*:[\s/]*/i;
const MESSENGER =
  /^(?:https?:)?\/\/(?:www\.|api\.|web\.)?(?:wa\.me\/|whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=)([^&#?/]+)/i;

/** The digits of a tel:, callto: or messenger link, or null. */
function phoneLink(link: SourceLink): PhoneLink | null {
  const messenger = MESSENGER.exec(link.href);
  if (messenger) {
    const digits = percentDecoded(messenger[1]!).replace(/\D/g, '');
    return digits.length >= 7 ? { source: link, digits, fax: false, international: true } : null;
  }
  const scheme = SCHEME.exec(link.href);
  if (!scheme) return null;
  const rest = link.href.slice(scheme[0].length);
  const query = /[?&](?:phone|number)=([^&]+)/i.exec(rest)?.[1];
  const written = percentDecoded(query ?? rest.split(/[;?]/, 1)[0] ?? '').replace(/\s*(?:ext|x|#|,).*$/i, '');
  // Skype names have letters. So do vanity numbers, but the link text is better for those.
  if (/[a-z]{3}/i.test(written)) return null;
  const plus = /^\s*\(?\+/.test(written);
  const plain = plus ? written.replace(/\(0\)/, '') : written;
  const digits = plain.replace(/\D/g, '');
  if (digits.length < 6) return null;
  return { source: link, digits, fax: scheme[1]!.toLowerCase() === 'fax', international: plus };
}

function readNumber(digits: string, regions: () => Regions, international: boolean): PhoneNumber | null {
  if (international) return internationalNumber(digits);
  if (digits.startsWith('00')) {
    const number = internationalNumber(digits.slice(2));
    if (number) return number;
  }
  const own = regions().slice(0, 3);
  for (const { region } of own) {
    const number = validNumber(digits, region);
    if (number) return number;
  }
  // Links often lack the plus.
  return digits.length >= 10 ? internationalNumber(digits) : null;
}

function addFromText(
  list: PhoneList,
  written: string,
  regions: () => Regions,
  source: EvidenceSource,
  area: PageArea,
  fax: boolean,
): void {
  for (const part of written.slice(0, 300).split(/[,;|]| or | \/ /)) {
    const text = part.replace(/^\s*(?:tel|callto)\s*:/i, '').replace(/\s*(?:ext|x).*$/i, '');
    const plus = /^[^\d]*\+/.test(text);
    const digits = (plus ? text.replace(/\(0\)/, '') : text).replace(/\D/g, '');
    if (digits.length < 6) continue;
    const number = readNumber(digits, regions, plus);
    if (number) list.add(number, part.trim(), source, area, fax);
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

class PhoneList {
  readonly #phones = new Map<string, Found>();
  readonly #faxes = new Set<string>();

  get empty(): boolean {
    return this.#phones.size === 0;
  }

  add(number: PhoneNumber, written: string, source: EvidenceSource, area: PageArea, fax: boolean): void {
    const value = number.number as string;
    if (fax) {
      if (this.#faxes.size < MAX_PHONES) this.#faxes.add(value);
      return;
    }
    const known = this.#phones.get(value);
    if (known) known.count += 1;
    else if (this.#phones.size < MAX_PHONES)
      this.#phones.set(value, { value, written: written.slice(0, 200), source, area, count: 1 });
  }

  found(): { phones: Found[]; faxes: string[] } {
    return {
      phones: [...this.#phones.values()],
      faxes: [...this.#faxes].filter((fax) => !this.#phones.has(fax)),
    };
  }
}
