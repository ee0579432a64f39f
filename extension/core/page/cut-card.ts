import type { CutCard } from '../page-cut.ts';

/** Where the results of one site's pages are. Everything a cut knows about a site. */
export interface CutTable {
  /** selector of the results; an element that contains another one is left out */
  cards: string;
  /** selector of the link that each result has: what is around one outside of `cards` is a result too */
  around?: string;
  /** selector of something that every result has, independent of `cards`: one outside of all cards wasn't read */
  hint: string;
  /** selector of elements with JSON */
  states?: string;
  /** parts of a card: name, selector, and the attribute to take besides the text */
  marks: readonly (readonly [name: string, selector: string, attribute?: string])[];
  /** selector of parts whose texts aren't taken */
  skip: string;
  /** selector of the list that can be scrolled; Google Maps only */
  scroll?: string;
}

const MAX_TEXTS = 80;
const MAX_TEXT_CHARS = 1000;
const MAX_LINKS = 30;
const MAX_MARKS = 60;
const MAX_HREF_CHARS = 4000;
/** Elements that only change how a part of a sentence looks. */
const FORMATTING = /^(?:B|STRONG|EM|I|MARK|U|WBR)$/;
const WITHOUT_TEXT = 'script, style, noscript, template, svg';

/** The strings of one result. Reads the page and changes nothing. */
export function cutCard(element: Element, table: CutTable): CutCard {
  return { texts: cutTexts(element, table.skip), links: cutLinks(element), marks: cutMarks(element, table) };
}

function cutTexts(card: Element, skip: string): string[] {
  const left = `${WITHOUT_TEXT}, ${skip}`;
  const texts: string[] = [];
  let block: Element | null = null;
  const nodes = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node && texts.length < MAX_TEXTS; node = nodes.nextNode()) {
    const parent = node.parentElement;
    const text = (node.nodeValue ?? '').slice(0, MAX_TEXT_CHARS).replace(/\s+/g, ' ');
    if (!parent || text.trim() === '' || isLeftOut(parent, card, left)) continue;
    let own: Element = parent;
    while (FORMATTING.test(own.tagName) && own.parentElement) own = own.parentElement;
    const last = texts.length - 1;
    if (block === own && last >= 0) texts[last] = `${texts[last]}${text}`.slice(0, MAX_TEXT_CHARS);
    else texts.push(text);
    block = own;
  }
  return texts.map((text) => text.trim());
}

/** A card of X is itself a button, so only parts inside of the card count. */
function isLeftOut(element: Element, card: Element, left: string): boolean {
  const found = element.closest(left);
  return found !== null && found !== card && card.contains(found);
}

function cutLinks(card: Element): CutCard['links'] {
  const anchors = [...card.querySelectorAll<HTMLAnchorElement>('a[href]')];
  if (card instanceof HTMLAnchorElement) anchors.unshift(card);
  return anchors.slice(0, MAX_LINKS).map((anchor) => ({
    href: anchor.href.slice(0, MAX_HREF_CHARS),
    label: (anchor.getAttribute('aria-label') ?? '').slice(0, MAX_TEXT_CHARS),
    text: plainText(anchor),
  }));
}

function cutMarks(card: Element, table: CutTable): CutCard['marks'] {
  const marks: CutCard['marks'] = [];
  for (const [name, selector, attribute] of table.marks) {
    const found = [...card.querySelectorAll(selector)];
    if (card.matches(selector)) found.unshift(card);
    for (const part of found) {
      if (marks.length >= MAX_MARKS) return marks;
      const value = attribute === undefined ? '' : (part.getAttribute(attribute) ?? '');
      // The card's own text is all of its text.
      marks.push({ name, value: value.slice(0, MAX_HREF_CHARS), text: part === card ? '' : plainText(part) });
    }
  }
  return marks;
}

function plainText(element: Element): string {
  return (element.textContent ?? '')
    .slice(0, 4 * MAX_TEXT_CHARS)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_CHARS);
}
