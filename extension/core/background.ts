import { GRANT_KEY, type TabGrant } from './messages.ts';

/**
 * The main work of the background: a click on the icon opens the panel and notes the tab that the click gives
 * access to. The panel must be opened before anything is awaited, or the browser no longer sees the click.
 */
chrome.action.onClicked.addListener((tab) => {
  const opened = chrome.sidePanel
    ? chrome.sidePanel.open({ windowId: tab.windowId })
    : (globalThis as unknown as FirefoxGlobals).browser.sidebarAction.open();
  // The tab is noted all the same: the panel can be open in another way.
  opened.catch(() => undefined);
  if (tab.id === undefined) return;
  const grant: TabGrant = { tabId: tab.id, windowId: tab.windowId, url: tab.url ?? '', at: Date.now() };
  void chrome.storage.session.set({ [GRANT_KEY]: grant });
});

// The scripts in pages need none of what the panel keeps, least of all the token. Firefox can't restrict this yet.
chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });

interface FirefoxGlobals {
  browser: { sidebarAction: { open(): Promise<void> } };
}
