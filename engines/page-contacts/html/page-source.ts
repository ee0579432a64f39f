import type { PageArea } from '../page-contacts.ts';

/**
 * Marks the start or end of an inline element between two characters. Marks are private-use characters, which
 * are removed from the page's own text (icon fonts use them).
 */
export const SEAM = '\ue000';
/** Marks a phone icon. */
export const PHONE_ICON = '\ue001';
/** Marks a fax icon. */
export const FAX_ICON = '\ue002';

/** A link, frame or other element with a URL. `start` and `end` are offsets into the text. */
export interface SourceLink {
  tag: 'a' | 'area' | 'frame' | 'link';
  href: string;
  /** `href` is a path of the site, such as `/about`; most links are */
  isPath: boolean;
  rel: string;
  /** title, aria-label or the alt text of an image inside */
  label: string;
  /** the class attribute */
  hint: string;
  start: number;
  end: number;
  area: PageArea;
}

/**
 * An attribute or microdata property that may contain a contact. An empty `value` means the text from `at` to
 * `end`.
 */
export interface SourceValue {
  name: string;
  value: string;
  index: number;
  end: number;
  area: PageArea;
  /** inside a microdata item that isn't the site's organization, such as a product or a review */
  isOthers?: boolean;
  /** the number of the address or organization that it is part of, if the page marks it as an item */
  item?: number;
}

/** The data attributes of an element, by name without `data-`, and its class. */
export interface SourceElement {
  values: ReadonlyMap<string, string>;
  className: string;
}

/** The content of a page, read in one pass. */
export interface PageSource {
  /**
   * Visible text with a newline at block boundaries, a tab between table cells, single spaces, full-width
   * letters and other digits converted to ASCII, and SEAM and icon marks.
   */
  text: string;
  /** where code elements start and end in turns, ascending */
  code: number[];
  /** start offsets of areas, ascending */
  areas: { index: number; area: PageArea }[];
  /** headings with their start offsets, ascending, and levels from 1 to 6 */
  headings: { index: number; level: number }[];
  title: string | null;
  /** lowercase name or property -> content, the first of each */
  metas: Map<string, string>;
  lang: string | null;
  base: string | null;
  links: SourceLink[];
  /** data-cfemail values in hex */
  cloudflare: SourceValue[];
  /** itemprop values */
  microdata: SourceValue[];
  /** attributes with an email or phone that a script displays, such as data-email */
  scriptAttributes: SourceValue[];
  /** bodies of application/ld+json */
  jsonLd: string[];
  /** bodies of application/json scripts: the initial state of an app */
  appState: string[];
  /** bodies of inline scripts with the state of a framework */
  stateScripts: string[];
  /** JSON in attributes of components */
  islands: string[];
  /** links and texts with more than one data attribute */
  elements: SourceElement[];
  /** bodies of inline scripts that may write an email */
  scripts: string[];
  scriptCount: number;
  /** has an element that a script fills: id root, app, __next ... */
  hasAppRoot: boolean;
  /** the budget was used up before the end of the markup */
  truncated: boolean;
}

/** The area at an offset of the text. */
export function areaAt({ areas }: Pick<PageSource, 'areas'>, index: number): PageArea {
  return areas[lastUpTo(areas, (area) => area.index, index)]?.area ?? 'body';
}

/** The place in an ascending list of the last entry whose offset isn't after `index`; -1 if there is none. */
export function lastUpTo<T>(list: readonly T[], offset: (entry: T) => number, index: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offset(list[middle]!) <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether an offset of the text is inside a code element. */
export function isCode({ code }: Pick<PageSource, 'code'>, index: number): boolean {
  let low = 0;
  let high = code.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code[middle]! <= index) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** Removes marks from a text. */
export function withoutMarks(text: string): string {
  return text.replace(/[\ue000-\ue002]/g, '');
}

/** The value of an attribute or property, else the text of its element. */
export function sourceText(source: Pick<PageSource, 'text'>, item: SourceValue): string {
  return withoutMarks(
    item.value || source.text.slice(item.index, Math.min(item.end, item.index + 500)),
  ).trim();
}
