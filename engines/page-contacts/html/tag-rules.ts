import type { PageArea } from '../page-contacts.ts';

/** Elements that start and end a line (WHATWG HTML, rendering: flow content), and those that look like it. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav noscript ' +
    'ol optgroup option p pre section select summary table tbody template textarea tfoot thead tr ul'
  ).split(' '),
);

/** Attributes that a script of the page turns into an email or phone. */
export const SCRIPT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'data-email',
  'data-mail',
  'data-mailto',
  'data-enc-email',
  'data-mailto-token',
  'data-phone',
  'data-tel',
  'onclick',
]);

/** Attributes with the parts of an email, which a script joins: local part and host. */
export const USER_ATTRIBUTES = ['data-user', 'data-local', 'data-name', 'data-u'] as const;
export const HOST_ATTRIBUTES = ['data-domain', 'data-host', 'data-website', 'data-d'] as const;

/** The attributes that are read. All others are skipped without copying. */
export const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...SCRIPT_ATTRIBUTES,
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

/** Elements that define an area by their tag. */
export const AREA_TAGS: ReadonlySet<string> = new Set(['footer', 'header', 'nav', 'address']);

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

/** Keywords in the class, file name or alt text of icons. */
const FAX_KEYWORD = /(?:^|[^a-z])(?:tele)?fax(?:[^a-z]|$)/i;
const PHONE_KEYWORD = /(?:^|[^a-z])(?:tele)?(?:phone|tel|mobile|whatsapp|smartphone|call)(?:[^a-z]|$)/i;

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
  if (FAX_KEYWORD.test(names)) return 'fax';
  return PHONE_KEYWORD.test(names) ? 'phone' : null;
}

/** Ways for a script to write an @ or hide an address. Separate searches are much faster than one pattern. */
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

/** Whether an inline script of this type may write an email into the page. */
export function scriptMayWriteAddress(type: string, body: string): boolean {
  if (type && !/javascript|ecmascript|module|text\/babel/.test(type)) return false;
  return ADDRESS_SIGNS.some((sign) => body.includes(sign));
}
