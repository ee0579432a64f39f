import type { PageArea } from '../page-contacts.ts';
import { BUSINESS_TYPES } from './business-types.ts';

export const MICRODATA_PROPERTIES: ReadonlySet<string> = new Set([
  'telephone',
  'phone',
  'faxnumber',
  'email',
  'sameas',
  'addresscountry',
  'streetaddress',
  'postalcode',
  'addresslocality',
  'addressregion',
  'legalname',
  'own-name',
  'vatid',
]);

const CARD =
  /street-address|postal-code|locality|country-name|\bp-region\b|\bp-org\b|\bfn org\b|\borganization-name\b/;
const CARD_PROPERTIES: Readonly<Record<string, string>> = {
  'street-address': 'streetaddress',
  'postal-code': 'postalcode',
  locality: 'addresslocality',
  'country-name': 'addresscountry',
  'p-region': 'addressregion',
  'fn org': 'legalname',
  'p-org': 'legalname',
  'organization-name': 'legalname',
};

/** The place of an event, as WordPress's most used calendar marks it: `tribe-street-address`. */
const IS_VENUE = /(?:^|\s)tribe-|\bvenue\b/;

/** The microdata property that a class of an h-card or hCard stands for, or ''. */
export function cardProperty(className: string): string {
  const name = IS_VENUE.test(className) ? undefined : CARD.exec(className)?.[0];
  return (name && CARD_PROPERTIES[name]) || '';
}

const OWN_ITEM = new RegExp(
  `Organi[sz]ation|Business|Corporation|Store|Restaurant|Hotel|School|University|Clinic|Dentist|Physician|Attorney|Agent|Agency|Company|Contractor|Lodging|Service$|/(?:${BUSINESS_TYPES})$`,
);
/** Items that may be inside one of the site's own organization, or around it. */
const NEUTRAL_ITEM =
  /PostalAddress|Place|ContactPoint|GeoCoordinates|WebPage|WebSite|ContactPage|AboutPage|ImageObject|OpeningHours|WPHeader|WPFooter|SiteNavigation|Country$/;
const OTHERS_PROPERTY =
  /\b(?:author|creator|brand|manufacturer|organizer|performer|review|itemreviewed|hiringorganization|sponsor|memberof|worksfor|affiliation|location)\b/i;

/** Whose a microdata item is: the site's own organization, somebody or something else, or null for neither. */
export function itemOwner(type: string, property: string): 'own' | 'others' | null {
  if (OTHERS_PROPERTY.test(property)) return 'others';
  if (NEUTRAL_ITEM.test(type)) return null;
  return OWN_ITEM.test(type) ? 'own' : 'others';
}

/** Whether a style hides an element of a line, as decoys inside addresses are. */
export function hidesInline(style: string): boolean {
  return /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|rem|%)?\s*(?:;|!|$)/i.test(
    style,
  );
}

export function reversesText(tag: string, style: string, attributes: { get(name: string): string }): boolean {
  if (tag === 'bdo') return attributes.get('dir').toLowerCase() === 'rtl';
  return style !== '' && /bidi-override/i.test(style) && /\brtl\b/i.test(style);
}

const FOOTER_NAME = /foot|colophon|copyright/i;
const HEADER_NAME = /(?:^|[\s_-])(?:header|masthead|top-?bar)/i;
/** Cheap pre-check of both. */
const AREA_NAME = /foot|colophon|copyright|header|masthead|top-?bar/i;

/** The area an element starts, by its tag, id or class. Null for most elements. */
export function elementArea(tag: string, id: string, className: string): PageArea | null {
  switch (tag) {
    case 'footer':
    case 'header':
    case 'nav':
    case 'address':
      return tag;
    case 'div':
    case 'section':
    case 'table':
    case 'td':
    case 'ul':
    case 'p': {
      if (!((id && AREA_NAME.test(id)) || (className && AREA_NAME.test(className)))) return null;
      const names = `${id} ${className}`;
      if (FOOTER_NAME.test(names)) return 'footer';
      return HEADER_NAME.test(names) ? 'header' : null;
    }
    default:
      return null;
  }
}

export function isAppRoot(id: string): boolean {
  return /^(?:root|app|app-root|__next|__nuxt|___gatsby|svelte|react-root|main-app)$/.test(id);
}

/** Keywords in the class, file name or alt text of icons. */
const FAX_KEYWORD = /(?:^|[^a-z])(?:tele)?fax(?:[^a-z]|$)/i;
/** Sets of icons without a fax have a printer, which is also on buttons to print a page. */
const PRINTER = /(?:^|\s)(?:fa|icon|glyphicon|bi|ti|la|uil)-print(?:er)?(?:\s|$)/i;
const PHONE_KEYWORD = /(?:^|[^a-z])(?:tele)?(?:phone|tel|mobile|whatsapp|smartphone|call)(?:[^a-z]|$)/i;

/** Cheap pre-check of both. */
const ICON_NAME = /fax|phone|tel|mobile|whatsapp|call|-print/i;

/** What kind of icon for a phone or fax number an element is. */
export function contactIcon(
  tag: string,
  attributes: { className: string; get(name: string): string },
): 'phone' | 'fax' | 'printer' | null {
  let names = '';
  if (tag === 'i' || tag === 'span' || tag === 'svg' || tag === 'em') names = attributes.className;
  else if (tag === 'use') names = attributes.get('href') || attributes.get('xlink:href');
  else if (tag === 'img') {
    const src = attributes.get('src');
    if (!ICON_NAME.test(src) && !ICON_NAME.test(attributes.get('alt'))) return null;
    names = `${attributes.get('alt')} ${src.slice(src.lastIndexOf('/') + 1)}`;
  }
  if (!names || !ICON_NAME.test(names)) return null;
  if (FAX_KEYWORD.test(names)) return 'fax';
  if (PRINTER.test(names)) return 'printer';
  return PHONE_KEYWORD.test(names) ? 'phone' : null;
}

/** Ways for a script to write an @ or hide an address. Separate searches are much faster than one pattern. */
const ADDRESS_SIGNS = [
  '&#64;',
  '&#064;',
  '&#x40;',
  '%40',
  '\\x40',
  '\\u0040',
  '\\u{40}',
  'fromCharCode',
  'atob(',
  'mailto',
  'znvygb',
  'hivelogic',
  '[at]',
  '(at)',
] as const;

/** An @ of an address or between its parts, unlike `@type` or `@media`. */
const AT_SIGN = /@(?:['"`\\$]|[\w-]+\.[a-z])|(?<!["'`])@[\w.-]*['"`\\]/i;
/** A function with the parts of an address, or an address in reverse. A bracket is rarer than the letters before it. */
const PARTS =
  /\(\s*['"](?<=(?:(?:mail|spam|crypt)\w{0,20}\s*|unescape|decodeURIComponent)\(\s*['"])|\.reverse\(\)/i;

/** A script that only decodes an address is small. */
const SMALL_SCRIPT = 20_000;

/** Whether an inline script of this type may write an email into the page. */
export function scriptMayWriteAddress(type: string, body: string): boolean {
  if (type && !/javascript|ecmascript|module|text\/babel/.test(type)) return false;
  if (body.includes('@') && AT_SIGN.test(body)) return true;
  if (ADDRESS_SIGNS.some((sign) => body.includes(sign)) || PARTS.test(body)) return true;
  return body.length < SMALL_SCRIPT && body.includes('charCodeAt');
}

/** Names of the state that frameworks hand to the page: Next, Nuxt, Apollo, Remix and others. */
const STATE =
  /__next_f\.push|__(?:NUXT|APOLLO_STATE|INITIAL_STATE|PRELOADED_STATE|remixContext|INITIAL_DATA|INITIAL_PROPS)_{0,2}\s*=/;

/** Whether an inline script of this type holds the state of a framework. */
export function hasState(type: string, body: string): boolean {
  if (type && !/javascript|module/.test(type)) return false;
  return body.includes('__') && STATE.test(body);
}
