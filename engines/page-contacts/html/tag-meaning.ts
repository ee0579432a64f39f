import type { PageArea } from '../page-contacts.ts';

/** Elements that begin and end a line (WHATWG HTML, rendering: flow content), and those that act like it for a reader. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav noscript ' +
    'ol optgroup option p pre section select summary table tbody template textarea tfoot thead tr ul'
  ).split(' '),
);

/** Attributes a script of the page turns into an address or number. */
export const CARRIER_ATTRIBUTES: ReadonlySet<string> = new Set([
  'data-email',
  'data-mail',
  'data-mailto',
  'data-enc-email',
  'data-mailto-token',
  'data-phone',
  'data-tel',
  'onclick',
]);

/** Attributes that hold an address in parts, for a script to join: who, and where. */
export const USER_ATTRIBUTES = ['data-user', 'data-local', 'data-name', 'data-u'] as const;
export const HOST_ATTRIBUTES = ['data-domain', 'data-host', 'data-website', 'data-d'] as const;

/** The attributes that are read; all others are skipped without a copy. */
export const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...CARRIER_ATTRIBUTES,
  ...USER_ATTRIBUTES,
  ...HOST_ATTRIBUTES,
  ...'alt aria-label class content data-cfemail data-tld dir first href id itemprop lang last name property rel src style title type xml:lang xlink:href'.split(
    ' ',
  ),
]);

export const MICRODATA_PROPERTIES: ReadonlySet<string> = new Set([
  'telephone',
  'phone',
  'faxnumber',
  'email',
  'sameas',
  'addresscountry',
]);

const INLINE_TAGS: ReadonlySet<string> = new Set(
  'span b i em strong small font sup sub u code bdo label'.split(' '),
);

export function hidesInline(tag: string, style: string): boolean {
  return INLINE_TAGS.has(tag) && /display\s*:\s*none/i.test(style);
}

export function reversesText(tag: string, style: string, dir: string): boolean {
  if (tag === 'bdo') return dir.toLowerCase() === 'rtl';
  return style !== '' && /bidi-override/i.test(style) && /\brtl\b/i.test(style);
}

/** Elements that are areas of the page by their name. */
export const AREA_TAGS: ReadonlySet<string> = new Set(['footer', 'header', 'nav', 'address']);

/** The area an element begins, by its tag or by what its id and class say; null for most. */
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
      if (!id && !className) return null;
      const names = `${id} ${className}`;
      if (/foot|colophon|copyright/i.test(names)) return 'footer';
      if (/(?:^|[\s_-])(?:header|masthead|top-?bar)/i.test(names)) return 'header';
      return null;
    }
    default:
      return null;
  }
}

export function isAppRoot(id: string): boolean {
  return /^(?:root|app|app-root|__next|__nuxt|___gatsby|svelte|react-root|main-app)$/.test(id);
}

/** Words in the names of icon classes, files and alternative texts. */
const FAX_WORD = /(?:^|[^a-z])(?:tele)?fax(?:[^a-z]|$)/i;
const PHONE_WORD = /(?:^|[^a-z])(?:tele)?(?:phone|tel|mobile|whatsapp|smartphone|call)(?:[^a-z]|$)/i;

/** Whether an element is an icon for a phone or fax number. */
export function iconOf(tag: string, attributes: { get(name: string): string }): 'phone' | 'fax' | null {
  let names = '';
  if (tag === 'i' || tag === 'span' || tag === 'svg' || tag === 'em') names = attributes.get('class');
  else if (tag === 'use') names = attributes.get('href') || attributes.get('xlink:href');
  else if (tag === 'img') {
    const src = attributes.get('src');
    names = `${attributes.get('alt')} ${src.slice(src.lastIndexOf('/') + 1)}`;
  }
  if (!names) return null;
  if (FAX_WORD.test(names)) return 'fax';
  return PHONE_WORD.test(names) ? 'phone' : null;
}

/** The ways a script spells an @, or hides all of an address. Each by itself is found much faster than by one pattern. */
const ADDRESS_SIGNS = [
  '@',
  '&#64;',
  '&#064;',
  '&#x40;',
  '%40',
  '\\x40',
  '\\u0040',
  '\\u{40}',
  'fromCharCode',
  'atob(',
] as const;

/** Whether the body of an inline script of this type can hold an address it writes into the page. */
export function scriptMayWriteAddress(type: string, body: string): boolean {
  if (type && !/javascript|ecmascript|module|text\/babel/.test(type)) return false;
  return ADDRESS_SIGNS.some((sign) => body.includes(sign));
}
