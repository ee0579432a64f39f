import { siteOf } from '../politeness.ts';

/** Cookies of one page's redirects: many sites set one, forward to themselves and wait to see it again. */
export interface ChainCookies {
  /** Takes the Set-Cookie fields of a redirect. */
  keep(url: URL, fields: string | string[] | undefined): void;
  /** The Cookie header for the next hop; null when there is nothing to send. */
  headerFor(url: URL): string | null;
}

const MAX_COOKIES = 20;
const MAX_COOKIE_CHARS = 1_000;
/** RFC 6265 4.1.1: what a name and a value may consist of, quotes and all. */
const PAIR = /^\s*([^\s=;,"]+)=([\x21-\x7e]*)\s*(?:;|$)/;

/** A jar that lives as long as one page's redirects, so that nothing follows us from page to page. */
export function createChainCookies(): ChainCookies {
  const jar = new Map<string, { site: string; pair: string; secure: boolean }>();
  return {
    keep(url, fields) {
      for (const field of typeof fields === 'string' ? [fields] : (fields ?? [])) {
        const [, name, value] = PAIR.exec(field.slice(0, MAX_COOKIE_CHARS).replace(/;.*$/s, '')) ?? [];
        if (name === undefined || jar.size >= MAX_COOKIES) continue;
        const site = siteOf(url);
        jar.set(`${site} ${name}`, { site, pair: `${name}=${value}`, secure: /;\s*secure/i.test(field) });
      }
    },
    headerFor(url) {
      if (jar.size === 0) return null;
      const site = siteOf(url);
      const sent = [...jar.values()].filter(
        (cookie) => cookie.site === site && (!cookie.secure || url.protocol === 'https:'),
      );
      return sent.length > 0 ? sent.map(({ pair }) => pair).join('; ') : null;
    },
  };
}
