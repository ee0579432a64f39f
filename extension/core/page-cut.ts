/**
 * What the script in a page hands over: plain strings, without any decision. A reader turns it into rows. The
 * page is not ours, so every string can be anything.
 */
export interface PageCut {
  /** address of the page */
  url: string;
  cards: CutCard[];
  /** JSON texts: embedded in the page, or responses that the page received */
  states: string[];
}

/** One result on the page. */
export interface CutCard {
  /** visible texts in reading order, trimmed and not empty, without those of buttons */
  texts: string[];
  links: CutLink[];
  /** texts and values of parts with a name in the cut's table */
  marks: CutMark[];
}

export interface CutLink {
  /** absolute URL */
  href: string;
  /** aria-label */
  label: string;
  text: string;
}

export interface CutMark {
  name: string;
  /** value of the attribute that the table names, else empty */
  value: string;
  text: string;
}

/** How much of a state is passed on. A reader counts the rest of a longer one as unread. */
export const STATE_MAX_CHARS = 8_000_000;
