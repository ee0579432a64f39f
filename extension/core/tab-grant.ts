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
