/** A result on its own is the smallest part of the page with more text than its link. */
const MIN_MORE_CHARS = 12;
const PAGE_FRAME = 'main, body, [role="main"]';

/**
 * The results around these links, in page order: the elements of the list that has the most results with
 * different links. Knows nothing about the tags and classes of a list, so it reads layouts that are new.
 */
export function cardsAround(links: readonly Element[]): Element[] {
  // For each element, its parts that contain links, each with its first link.
  const parts = new Map<Element, Map<Element, string>>();
  for (const link of links) {
    const target = linkTarget(link);
    for (let part = link; part.parentElement; part = part.parentElement) {
      const known = parts.get(part.parentElement) ?? new Map<Element, string>();
      if (!known.has(part)) known.set(part, target);
      parts.set(part.parentElement, known);
    }
  }
  const results = new Map([...parts].map(([list, inside]) => [list, new Set(inside.values()).size] as const));
  return [...new Set(links.map((link) => cardAround(link, results)))];
}

function cardAround(link: Element, results: ReadonlyMap<Element, number>): Element {
  let best = link;
  let most = 1;
  for (let part = link; part.parentElement; part = part.parentElement) {
    const count = results.get(part.parentElement) ?? 0;
    // Of two lists of the same length, the outer one has the results.
    if (count >= 2 && count >= most) [best, most] = [part, count];
  }
  return most > 1 ? best : onlyCard(link);
}

function onlyCard(link: Element): Element {
  const own = textLength(link);
  let card = link;
  while (card.parentElement && !card.parentElement.matches(PAGE_FRAME)) {
    if (textLength(card) >= own + MIN_MORE_CHARS) break;
    card = card.parentElement;
  }
  return card;
}

function textLength(element: Element): number {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim().length;
}

function linkTarget(link: Element): string {
  return link instanceof HTMLAnchorElement ? link.pathname : '';
}
