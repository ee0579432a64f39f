import type { CollectLimits } from '#contract/collect-sites.ts';

/** How long the limits of an account hold without a reply of Leadwell. */
export const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/** The connection of this browser with an account. */
export interface Device {
  token: string;
  limits: CollectLimits;
  plan: string;
  /** time of the last reply, in ms since the epoch */
  checkedAt: number;
  latestVersion: string;
  leastVersion: string;
}

/** What the panel keeps besides rows. `chrome.storage.local` in the extension, a map in tests. */
export interface Settings {
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
  /** Calls `changed` after each change of a value, also one by another panel. */
  onChange(name: string, changed: () => void): void;
}

export const extensionSettings: Settings = {
  get: async (name) => (await chrome.storage.local.get(name))[name],
  set: async (name, value) => {
    if (value === null) await chrome.storage.local.remove(name);
    else await chrome.storage.local.set({ [name]: value });
  },
  onChange: (name, changed) =>
    chrome.storage.onChanged.addListener((changes, area) => {
      if (area === 'local' && name in changes) changed();
    }),
};

/** Whether the limits of an account don't hold anymore, because no reply of Leadwell came for too long. */
export function isLapsed(device: Device | null, now: number): boolean {
  return device !== null && now - device.checkedAt > GRACE_MS;
}

/**
 * The limits that hold now: those of the account, for 7 days after its last reply; else the free ones; null if
 * the extension needs an account.
 */
export function limitsNow(
  device: Device | null,
  free: CollectLimits | null,
  now: number,
): CollectLimits | null {
  return device && !isLapsed(device, now) ? device.limits : free;
}

/** Whether limits allow more rows than others did. */
export function hasMoreRows(limits: CollectLimits, before: CollectLimits): boolean {
  return before.rows !== null && (limits.rows === null || limits.rows > before.rows);
}

/** The rows added on one day, by the user's calendar. */
export interface DayCount {
  day: string;
  rows: number;
}

/** The calendar day as 2026-01-31. */
export function calendarDay(now: number): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
