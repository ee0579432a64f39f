import type { PageArea } from '../page-contacts.ts';
import { KnownNames, namesOf } from './known-names.ts';

/** Elements that start and end a line (WHATWG HTML, rendering: flow content), and those that look like it. */
const BLOCK_TAGS =
  'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption ' +
  'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav noscript ' +
  'ol optgroup option p pre section select summary table tbody template textarea tfoot thead tr ul';
const INLINE_TAGS = 'span b i em strong small font sup sub u code bdo label';
/** Elements whose body is plain text up to their end tag (WHATWG HTML, RCDATA and RAWTEXT states). */
const RAW_TAGS = 'script style title textarea iframe noembed noframes';
/** Elements that define an area by their tag. */
const AREA_TAGS = 'footer header nav address';
const OTHER_TAGS = 'td th svg a base meta area link img input joomla-hidden-mail use';

/** What is known of an element by its tag. */
export interface Tag {
  /** lowercase */
  name: string;
  isBlock: boolean;
  isCell: boolean;
  isInline: boolean;
  /** its body is plain text */
  isRaw: boolean;
  /** starts an area */
  isArea: boolean;
}

const MAX_TAG_CHARS = 40;
/** The tag with a name that is too long to matter. */
const NO_TAG = tagOf('');
const TAGS = new KnownNames(
  namesOf([BLOCK_TAGS, INLINE_TAGS, RAW_TAGS, AREA_TAGS, OTHER_TAGS].join(' ')).map(
    (name) => [name, tagOf(name)] as const,
  ),
);

function tagOf(name: string): Tag {
  const isIn = (names: string): boolean => names.split(' ').includes(name);
  return {
    name,
    isBlock: isIn(BLOCK_TAGS),
    isCell: name === 'td' || name === 'th',
    isInline: isIn(INLINE_TAGS),
    isRaw: isIn(RAW_TAGS),
    isArea: isIn(AREA_TAGS),
  };
}

/** The tag whose name is from `start` to `end` of the markup. */
export function tagAt(html: string, start: number, end: number): Tag {
  if (end - start > MAX_TAG_CHARS) return NO_TAG;
  const known = TAGS.at(html, start, end);
  if (known) return known;
  const name = html.slice(start, end).toLowerCase();
  return { name, isBlock: false, isCell: false, isInline: false, isRaw: false, isArea: false };
}

/** Attributes whose script may write or open an address. */
const EVENT_ATTRIBUTES = [
  'onclick',
  'onmouseover',
  'onmousedown',
  'onfocus',
  'ontouchstart',
  'oncontextmenu',
];

/** Attributes with the parts of an email, which a script joins: local part, host and top-level domain. */
export const USER_ATTRIBUTES = attributeNames(
  'user local name u login mailbox account prefix box username a part1 p1 first left pre m before email-user mail-user user-name',
);
export const HOST_ATTRIBUTES = attributeNames(
  'domain host website d server suffix b part2 p2 second right post site after email-domain mail-domain',
);
export const TLD_ATTRIBUTES = attributeNames('tld ext part3 p3 t end com third zone email-tld');

function attributeNames(names: string): readonly string[] {
  return names.split(' ').map((name) => `data-${name}`);
}

/** Data attributes that may contain an email or phone which a script displays. */
const CONTACT_DATA =
  /^data-(?:.*(?:e-?mail|mail|phone|cfemail|obfus|cloak|spam|protect|encrypt|encod|decod|cipher|rot13|base64|reverse)|tel$|enc|hidden|contact|address|adr|addr|href$|link$|value$|to$|recipient|e$|c$|s$|hash$|token$|secret$|crypt)/;
/** They hold state of other scripts. */
const OTHER_DATA = /^data-(?:address-?book|protected$|contacts?-(?:form|id)|encoding$)/;

/** The attributes that are read. All others are skipped without copying. */
const ATTRIBUTES = new KnownNames(
  namesOf(
    [
      ...EVENT_ATTRIBUTES,
      ...USER_ATTRIBUTES,
      ...HOST_ATTRIBUTES,
      ...TLD_ATTRIBUTES,
      'action alt aria-label class content data-cfemail dir first hidden href http-equiv id itemprop lang last name',
      'property rel src style title type value xml:lang xlink:href',
    ].join(' '),
  ).map((name) => [name, name] as const),
);

const contactNames = new Map<string, boolean>();
const MAX_CACHED_NAMES = 5000;

/** Whether a lowercase attribute may contain an email or phone, or the script that writes one. */
export function mayContainContact(name: string): boolean {
  if (name.startsWith('on')) return EVENT_ATTRIBUTES.includes(name);
  if (!name.startsWith('data-')) return false;
  let known = contactNames.get(name);
  if (known === undefined) {
    known = (CONTACT_DATA.test(name) && !OTHER_DATA.test(name)) || HOST_ATTRIBUTES.includes(name);
    if (contactNames.size < MAX_CACHED_NAMES) contactNames.set(name, known);
  }
  return known;
}

/** The lowercase name of the attribute from `start` to `end` of the markup, or '' if it isn't read. */
export function readAttributeAt(html: string, start: number, end: number): string {
  const known = ATTRIBUTES.at(html, start, end);
  if (known !== undefined) return known;
  if (html.charCodeAt(start + 4) !== HYPHEN) return '';
  const name = html.slice(start, end).toLowerCase();
  return name.startsWith('data-') && mayContainContact(name) ? name : '';
}

const HYPHEN = 0x2d;

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
  'legalname',
  'vatid',
]);

const CARD = /street-address|postal-code|locality|country-name|\bp-org\b|\borganization-name\b/;
const CARD_PROPERTIES: Readonly<Record<string, string>> = {
  'street-address': 'streetaddress',
  'postal-code': 'postalcode',
  locality: 'addresslocality',
  'country-name': 'addresscountry',
  'p-org': 'legalname',
  'organization-name': 'legalname',
};

/** The microdata property that a class of an h-card or hCard stands for, or ''. */
export function cardProperty(className: string): string {
  const name = CARD.exec(className)?.[0];
  return (name && CARD_PROPERTIES[name]) || '';
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
export function areaOf(tag: string, id: string, className: string): PageArea | null {
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
const PHONE_KEYWORD = /(?:^|[^a-z])(?:tele)?(?:phone|tel|mobile|whatsapp|smartphone|call)(?:[^a-z]|$)/i;

/** Cheap pre-check of both. */
const ICON_NAME = /fax|phone|tel|mobile|whatsapp|call/i;

/** Whether an element is an icon for a phone or fax number. */
export function iconOf(
  tag: string,
  attributes: { className: string; get(name: string): string },
): 'phone' | 'fax' | null {
  let names = '';
  if (tag === 'i' || tag === 'span' || tag === 'svg' || tag === 'em') names = attributes.className;
  else if (tag === 'use') names = attributes.get('href') || attributes.get('xlink:href');
  else if (tag === 'img') {
    const src = attributes.get('src');
    names = `${attributes.get('alt')} ${src.slice(src.lastIndexOf('/') + 1)}`;
  }
  if (!names || !ICON_NAME.test(names)) return null;
  if (FAX_KEYWORD.test(names)) return 'fax';
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
/** A function with the parts of an address, or an address in reverse. */
const PARTS =
  /(?:mail|spam|crypt)\w{0,20}\s*\(\s*['"]|(?:unescape|decodeURIComponent)\(\s*['"]|\.reverse\(\)/i;

/** A script that only decodes an address is small. */
const SMALL_SCRIPT = 20_000;

/** Whether an inline script of this type may write an email into the page. */
export function scriptMayWriteAddress(type: string, body: string): boolean {
  if (type && !/javascript|ecmascript|module|text\/babel/.test(type)) return false;
  if (body.includes('@') && AT_SIGN.test(body)) return true;
  if (ADDRESS_SIGNS.some((sign) => body.includes(sign)) || PARTS.test(body)) return true;
  return body.length < SMALL_SCRIPT && body.includes('charCodeAt');
}
