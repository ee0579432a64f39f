import type { PageArea } from '../page-contacts.ts';

/**
 * Stands in the text where an inline element begins or ends between two characters. The marks are private-use characters,
 * which are taken out of what the page itself holds (icon fonts draw with them).
 */
export const SEAM = '\ue000';
/** Stands in the text where an icon says "phone". */
export const PHONE_ICON = '\ue001';
/** Stands in the text where an icon says "fax". */
export const FAX_ICON = '\ue002';

/** A link, frame or other element that names an address. `start` and `end` are offsets into the text. */
export interface SourceLink {
  tag: 'a' | 'area' | 'frame' | 'link';
  href: string;
  rel: string;
  /** title, aria-label or an enclosed image's alternative text */
  label: string;
  /** the class attribute */
  hint: string;
  start: number;
  end: number;
  area: PageArea;
}

/** One attribute or microdata property that may hold a contact. An empty `value` means the text from `at` to `end`. */
export interface SourceValue {
  name: string;
  value: string;
  at: number;
  end: number;
  area: PageArea;
}

/** What the markup holds, read once from front to back. */
export interface PageSource {
  /**
   * Visible text: a newline at block boundaries, a tab between table cells, single spaces, full-width letters and other
   * digits folded to ASCII, SEAM and icon characters in between.
   */
  text: string;
  /** where areas begin, ascending */
  areas: { at: number; area: PageArea }[];
  title: string | null;
  /** name or property in lower case -> content, the first of each */
  metas: Map<string, string>;
  lang: string | null;
  base: string | null;
  links: SourceLink[];
  /** data-cfemail values in hex */
  cloudflare: SourceValue[];
  /** itemprop values */
  microdata: SourceValue[];
  /** attributes that carry an address or number for a script to show, such as data-email */
  carriers: SourceValue[];
  /** bodies of application/ld+json */
  jsonLd: string[];
  /** bodies of application/json scripts: the state an app starts from */
  appState: string[];
  /** bodies of inline scripts that may write an address */
  scripts: string[];
  scriptCount: number;
  /** an element a script fills: id root, app, __next ... */
  hasAppRoot: boolean;
  /** the budget ended before the markup did */
  truncated: boolean;
}

/** The area of the page at an offset of the text. */
export function areaAt(source: Pick<PageSource, 'areas'>, at: number): PageArea {
  let low = 0;
  let high = source.areas.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (source.areas[middle]!.at <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 'body' : source.areas[low - 1]!.area;
}

/** A stretch of text as a person sees it. */
export function withoutMarks(text: string): string {
  return text.replace(/[\ue000-\ue002]/g, '');
}

/** The value of an attribute or property: its own, else the text it encloses. */
export function textOf(source: Pick<PageSource, 'text'>, item: SourceValue): string {
  return withoutMarks(item.value || source.text.slice(item.at, Math.min(item.end, item.at + 500))).trim();
}
