import {
  type CutMessage,
  type PageMessage,
  PORT_NAME,
  type ScrollOrder,
  TAP_EVENT,
  TAP_STOP_EVENT,
} from '../messages.ts';
import { STATE_MAX_CHARS } from '../page-cut.ts';
import { type CutTable, cutCard } from './cut-card.ts';
import { startScroll } from './scroll.ts';

/** Changes that come together are read together. */
const PAUSE_MS = 400;

/**
 * Reads the results of this page for the panel, now and after each change, until the panel disconnects. Never
 * changes the document, and requests nothing.
 */
export function startCut(table: CutTable): void {
  const { post, onStop } = connect();
  const numbers = new WeakMap<Element, number>();
  const sent = new WeakMap<Element, string>();
  let next = 0;
  const elementId = (element: Element) => {
    const id = numbers.get(element) ?? next++;
    numbers.set(element, id);
    return id;
  };
  /** Whether the element was last sent with another content. */
  const isNew = (element: Element, content: string) => {
    if (sent.get(element) === content) return false;
    sent.set(element, content);
    return true;
  };
  let lastCounts = '';

  const read = () => {
    const elements = findCards(table);
    const cards: CutMessage['cards'] = [];
    for (const element of elements) {
      const card = cutCard(element, table);
      if (isNew(element, JSON.stringify(card))) cards.push({ ...card, id: elementId(element) });
    }
    const states: CutMessage['states'] = [];
    for (const element of table.states ? document.querySelectorAll(table.states) : []) {
      const text = element.textContent ?? '';
      // A reader can't parse the start of a longer text, and says so.
      if (isNew(element, text)) states.push({ id: elementId(element), text: text.slice(0, STATE_MAX_CHARS) });
    }
    const hints = countHints(table.hint, elements);
    const counts = `${location.href} ${elements.length} ${hints}`;
    if (cards.length === 0 && states.length === 0 && counts === lastCounts) return;
    lastCounts = counts;
    post({ kind: 'cut', url: location.href, cards, states, hints });
  };

  const scroll = table.scroll ? startScroll(table.scroll, (state) => post({ kind: 'scroll', state })) : null;
  const stopWatching = watch(read, PAUSE_MS);
  const heard = (event: Event) => {
    const text: unknown = (event as CustomEvent).detail;
    if (typeof text === 'string') post({ kind: 'heard', text: text.slice(0, STATE_MAX_CHARS) });
  };
  document.addEventListener(TAP_EVENT, heard);
  onStop(
    () => {
      stopWatching();
      scroll?.(false);
      document.removeEventListener(TAP_EVENT, heard);
      document.dispatchEvent(new CustomEvent(TAP_STOP_EVENT));
    },
    (order) => scroll?.(order.on),
  );
}

/** Reads the whole page instead of results, for the engine that finds contacts. */
export function startWholePageCut(): void {
  const { post, onStop } = connect();
  let last = '';
  const stopWatching = watch(() => {
    const text = document.documentElement.outerHTML;
    if (text === last) return;
    last = text;
    const states = [{ id: 0, text: text.slice(0, STATE_MAX_CHARS) }];
    post({ kind: 'cut', url: location.href, cards: [], states, hints: 0 });
  }, WHOLE_PAGE_PAUSE_MS);
  onStop(stopWatching, () => {});
}

const WHOLE_PAGE_PAUSE_MS = 2000;

/** Runs `read` now, and after changes of the document with a pause. Returns a function that ends it. */
function watch(read: () => void, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      read();
    }, pauseMs);
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  read();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** Connects to the panel. Ends an earlier script of ours in this page first. */
function connect() {
  const scope = globalThis as { leadwellStop?: () => void };
  scope.leadwellStop?.();
  const port = chrome.runtime.connect({ name: PORT_NAME });
  return {
    post: (message: PageMessage) => {
      try {
        port.postMessage(message);
      } catch {
        // The panel has just closed. Its end arrives next.
      }
    },
    onStop: (stop: () => void, onScroll: (order: ScrollOrder) => void) => {
      scope.leadwellStop = () => {
        scope.leadwellStop = undefined;
        stop();
        port.disconnect();
      };
      port.onDisconnect.addListener(() => scope.leadwellStop?.());
      port.onMessage.addListener((order: ScrollOrder) => onScroll(order));
    },
  };
}

/** The results that the table knows, and what is around the links of others. */
function findCards({ cards, around }: CutTable): Element[] {
  const known = innermost(document.querySelectorAll(cards));
  if (around === undefined) return known;
  const covered = new Set(known);
  const others = [...document.querySelectorAll(around)].filter((link) => !isInside(link, covered));
  return [...known, ...cardsAround(others).filter((card) => !known.some((other) => card.contains(other)))];
}

/** The signs of results that none of the cards has or is in; links to the same place count once. */
function countHints(hint: string, cards: readonly Element[]): number {
  const covered = new Set(cards);
  const others = [...document.querySelectorAll(hint)].filter(
    (element) => !isInside(element, covered) && !cards.some((card) => element.contains(card)),
  );
  if (others.length === 0) return 0;
  const shown = new Set(cards.flatMap((card) => [...card.querySelectorAll('a[href]')].map(linkTarget)));
  const links = others.map(linkTarget).filter((target) => target !== '');
  return others.length - links.length + new Set(links.filter((target) => !shown.has(target))).size;
}

function isInside(element: Element, covered: ReadonlySet<Element>): boolean {
  for (let above: Element | null = element; above; above = above.parentElement)
    if (covered.has(above)) return true;
  return false;
}

function innermost(elements: Iterable<Element>): Element[] {
  const all = new Set(elements);
  const outer = new Set<Element>();
  for (const element of all) {
    for (let above = element.parentElement; above && !outer.has(above); above = above.parentElement) {
      if (all.has(above)) outer.add(above);
    }
  }
  return [...all].filter((element) => !outer.has(element));
}

/** A result on its own is the smallest part of the page with more text than its link. */
const MIN_MORE_CHARS = 12;
const PAGE_FRAME = 'main, body, [role="main"]';

/**
 * The results around these links, in page order: the elements of the list that has the most results with
 * different links. Knows nothing about the tags and classes of a list, so it reads layouts that are new.
 */
function cardsAround(links: readonly Element[]): Element[] {
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
