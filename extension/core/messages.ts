import type { CutCard } from './page-cut.ts';

/** The name of the connection from a page's script to the panel. */
export const PORT_NAME = 'leadwell-cut';
/** Events on the page's document, from the tap to the cut and back. */
export const TAP_EVENT = 'leadwell-tap';
export const TAP_STOP_EVENT = 'leadwell-tap-stop';

/** What changed on the page since the last message. `id` is the same for the same part of the page. */
export interface CutMessage {
  kind: 'cut';
  url: string;
  cards: (CutCard & { id: number })[];
  states: { id: number; text: string }[];
  /** signs of results on the page that are in none of its cards, changed or not */
  hints: number;
}

/** A response that the page received. */
export interface HeardMessage {
  kind: 'heard';
  text: string;
}

/** How scrolling goes: `end` after the last result. */
export interface ScrollMessage {
  kind: 'scroll';
  state: 'moving' | 'hidden' | 'end';
}

export type PageMessage = CutMessage | HeardMessage | ScrollMessage;

/** From the panel to the page's script. It stops when the panel disconnects. */
export interface ScrollOrder {
  kind: 'scroll';
  on: boolean;
}

/** Where the background notes the tab of the last click on the icon (`storage.session`). */
export const GRANT_KEY = 'grant';

/** The tab that the panel may read, until it opens another site. */
export interface TabGrant {
  tabId: number;
  windowId: number;
  url: string;
  /** time of the click, so that a second click on the same tab is a change */
  at: number;
}
