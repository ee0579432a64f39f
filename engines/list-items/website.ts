import { toWebUrl } from '#contract/website.ts';
import { withoutWww } from '#contract/without-www.ts';
import { itemText } from './cell-text.ts';
import { readEmail } from './email.ts';
import { hasNoValue } from './no-value.ts';
import { behindRedirect } from './redirect-links.ts';
import { isMailProvider } from './shared-hosts.ts';

/** Why a text isn't a website. `WEBSITE_FAULT_LABELS` explains each fault. */
export type WebsiteFault = 'empty' | 'mail-provider' | 'text-around' | 'not-a-website';

/** A website in a list. `url` is fetched. Two texts with the same `key` are one item. */
export interface Website {
  url: string;
  key: string;
  /** an email address was given, and this is the website of its domain */
  fromEmail: boolean;
}

export type WebsiteReading = { ok: true; website: Website } | { ok: false; fault: WebsiteFault };

export const WEBSITE_FAULT_LABELS: Record<WebsiteFault, string> = {
  empty: 'has no web address',
  'mail-provider': 'is a mailbox provider, not a company website',
  'text-around': 'has other text around the address. Put the address alone in its line or cell',
  'not-a-website': "isn't a web address",
};

const MAX_PARTS = 50;

/**
 * Reads one website as people write it: `acme.com`, `<https://acme.com>`, `1. www.acme.com.`, `info@acme.com`.
 * Never returns a host that isn't in the text.
 */
export function readWebsite(written: string): WebsiteReading {
  const text = itemText(written);
  if (text === '' || hasNoValue(written)) return { ok: false, fault: 'empty' };
  const url = websiteUrl(text.replace(/[.!]{1,9}$/, ''));
  if (url) return { ok: true, website: { url, key: websiteKey(url), fromEmail: false } };
  const email = text.includes('@') && !/^https?:/i.test(text) ? readEmail(text) : null;
  if (email?.ok) {
    const { domain, ip } = email.address;
    if (isMailProvider(domain)) return { ok: false, fault: 'mail-provider' };
    const home = ip === null ? toWebUrl(domain) : null;
    if (home) return { ok: true, website: { url: home, key: websiteKey(home), fromEmail: true } };
  }
  const parts = text.split(/[\s,;|()<>"]+/, MAX_PARTS);
  const around = parts.length > 1 && parts.some((part) => part !== '' && toWebUrl(part) !== null);
  return { ok: false, fault: around ? 'text-around' : 'not-a-website' };
}

/**
 * The address to read for a written one: that behind a link through Google, Clutch and others, which only count the click.
 * Null if it is no web address.
 */
export function websiteUrl(written: string): string | null {
  const url = toWebUrl(written);
  return url && (toWebUrl(behindRedirect(url)) ?? url);
}

/**
 * What a website item is: the address without scheme, `www.`, default port, slashes at the end, empty query and
 * fragment. Any other text is its own item.
 */
export function websiteKey(input: string): string {
  const url = websiteUrl(input);
  if (url === null) return itemText(input).toLowerCase();
  const { hostname, port, pathname, search } = new URL(url);
  const host = withoutWww(hostname.replace(/\.$/, ''));
  const path = pathname.replace(/\/+$/, '').replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
  return `${host}${port && `:${port}`}${path}${search}`;
}
