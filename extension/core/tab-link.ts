import { GRANT_KEY, type PageMessage, PORT_NAME, type ScrollOrder, type TabGrant } from './messages.ts';

/**
 * Access to the page: `none` before a click on the icon, `lost` after the tab went to another site, `reading`
 * while the script in the page is connected.
 */
export type LinkState = 'none' | 'ready' | 'reading' | 'lost';

export interface TabLinkEvents {
  onState(state: LinkState, url: string): void;
  /** a script has started in a newly loaded page */
  onPage(): void;
  onMessage(message: PageMessage): void;
}

/** The connection of the panel with the tab of the last click. Tests use a fake. */
export interface TabLink {
  /** reads the tab from now on, also after it loads another page of the same site */
  start(): Promise<void>;
  stop(): void;
  scroll(on: boolean): void;
}

/** Connects the panel with the tab of the last click on the icon. `tap`: the site has a script for responses. */
export function openTabLink(tap: boolean, events: TabLinkEvents): TabLink {
  let grant: TabGrant | null = null;
  let wanted = false;
  let port: chrome.runtime.Port | null = null;

  const inject = async () => {
    if (!grant) return;
    const target = { tabId: grant.tabId };
    try {
      await chrome.scripting.executeScript({ target, files: ['cut.js'] });
      if (tap) await chrome.scripting.executeScript({ target, files: ['tap.js'], world: 'MAIN' });
    } catch {
      // The tab is closed, or it went to another site and the access ended.
      events.onState('lost', '');
    }
  };
  /** Reads the page that has replaced the one that we read, once it has loaded. */
  const readNext = async () => {
    if (!grant) return;
    const tab = await chrome.tabs.get(grant.tabId).catch(() => null);
    if (!wanted || port) return;
    if (!tab) events.onState('lost', '');
    else if (tab.status === 'complete') await inject();
  };
  const disconnect = () => {
    port?.disconnect();
    port = null;
  };
  const setGrant = async (next: TabGrant | undefined) => {
    if (!next || (await chrome.windows.getCurrent()).id !== next.windowId) return;
    if (next.tabId !== grant?.tabId) disconnect();
    grant = next;
    events.onState('ready', next.url);
    if (wanted) await inject();
  };

  chrome.runtime.onConnect.addListener((opened) => {
    if (opened.name !== PORT_NAME || opened.sender?.tab?.id !== grant?.tabId) return;
    // Another open panel reads this tab.
    if (!wanted) return;
    port = opened;
    events.onState('reading', opened.sender?.url ?? grant?.url ?? '');
    events.onPage();
    opened.onMessage.addListener((message: PageMessage) => {
      if (port === opened) events.onMessage(message);
    });
    opened.onDisconnect.addListener(() => {
      if (port !== opened) return;
      port = null;
      events.onState('ready', '');
      // The next page may have loaded before this event.
      void readNext();
    });
  });
  chrome.tabs.onUpdated.addListener((tabId, change) => {
    if (!port && tabId === grant?.tabId && change.status === 'complete') void readNext();
  });
  chrome.storage.session.onChanged.addListener((changes) => {
    const next = changes[GRANT_KEY]?.newValue as TabGrant | undefined;
    void setGrant(next);
  });
  void chrome.storage.session
    .get(GRANT_KEY)
    .then((kept) => setGrant(kept[GRANT_KEY] as TabGrant | undefined));

  return {
    start: async () => {
      wanted = true;
      await inject();
    },
    stop: () => {
      wanted = false;
      disconnect();
    },
    scroll: (on) => port?.postMessage({ kind: 'scroll', on } satisfies ScrollOrder),
  };
}
