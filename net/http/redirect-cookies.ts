import { siteKey } from '#engines/list-items/site.ts';

/**
 * Cookies for the redirects of one page. Many sites set a cookie, redirect to themselves and expect it back.
 */
export interface RedirectCookies {
  /** Stores the Set-Cookie fields of a redirect. */
  store(url: URL, fields: string | string[] | undefined): void;
  /** The Cookie header for the next request, or null. */
  headerFor(url: URL): string | null;
}

const MAX_COOKIES = 20;
const MAX_COOKIE_CHARS = 1_000;
/** A name-value pair by RFC 6265 4.1.1, including quotes. */
const PAIR = /^\s*([^\s=;,"]+)=([\x21-\x7e]*)\s*(?:;|$)/;

/** Creates a cookie jar for one page, so that sites can't track us across pages. */
export function createRedirectCookies(): RedirectCookies {
  const jar = new Map<string, { site: string; pair: string; secure: boolean }>();
  return {
    store(url, fields) {
      for (const field of typeof fields === 'string' ? [fields] : (fields ?? [])) {
        const [, name, value] = PAIR.exec(field.slice(0, MAX_COOKIE_CHARS).replace(/;.*$/s, '')) ?? [];
        if (name === undefined || jar.size >= MAX_COOKIES) continue;
        const site = siteKey(url);
        jar.set(`${site} ${name}`, { site, pair: `${name}=${value}`, secure: /;\s*secure/i.test(field) });
      }
    },
    headerFor(url) {
      if (jar.size === 0) return null;
      const site = siteKey(url);
      const sent = [...jar.values()].filter(
        (cookie) => cookie.site === site && (!cookie.secure || url.protocol === 'https:'),
      );
      return sent.length > 0 ? sent.map(({ pair }) => pair).join('; ') : null;
    },
  };
}
