import { withoutWww } from '#contract/without-www.ts';

/** Where a page leads to. */
export interface PageLinks {
  /** other sites, by host without www */
  hosts: Set<string>;
  icons: Icon[];
  /** the first frame */
  frame: string | null;
  /** where a meta refresh sends browsers */
  forwardsTo: string | null;
  /** the same, only of those that run scripts */
  refreshesTo: string | null;
}

interface Icon {
  url: string;
  /** its width in pixels, but low for those that are too large */
  rank: number;
}

const MAX_HOSTS = 300;
const MAX_ICON_PIXELS = 512;
const TOUCH_ICON_PIXELS = 180;
const SMALL_ICON_PIXELS = 16;

/** Collects the links of a page at `url` from its tags. Only addresses with http or https count. */
export function collectLinks(url: string) {
  const links: PageLinks = {
    hosts: new Set(),
    icons: [],
    frame: null,
    forwardsTo: null,
    refreshesTo: null,
  };
  const resolve = (href: string | undefined): URL | null => {
    const target = href ? URL.parse(href, url) : null;
    return target?.protocol === 'http:' || target?.protocol === 'https:' ? target : null;
  };

  function readIcon({ rel: names = '', href, type = '', sizes = '' }: Record<string, string>): void {
    const rel = names.toLowerCase();
    if (!/\bicon\b|apple-touch-icon/.test(rel) || /mask-icon/.test(rel)) return;
    const target = resolve(href);
    // A vector image can carry scripts, so it isn't used.
    if (!target || /svg/i.test(type) || /\.svg$/i.test(target.pathname)) return;
    const usual = rel.includes('apple') ? TOUCH_ICON_PIXELS : SMALL_ICON_PIXELS;
    const size = Number(/^(\d+)x/i.exec(sizes)?.[1] ?? usual);
    links.icons.push({ url: target.href, rank: size > MAX_ICON_PIXELS ? 1 : size });
  }

  function readRefresh(content: string, isNoscript: boolean): void {
    const target = /url\s*=\s*['"]?([^'"]+)/i.exec(content)?.[1];
    const forward = resolve(target?.trim())?.href ?? null;
    links.forwardsTo ??= forward;
    if (!isNoscript) links.refreshesTo ??= forward;
  }

  return {
    links,
    readTag(tag: string, attributes: Record<string, string>, isNoscript: boolean): void {
      if (tag === 'link') readIcon(attributes);
      else if (tag === 'a' && links.hosts.size < MAX_HOSTS) {
        const target = resolve(attributes.href);
        if (target) links.hosts.add(withoutWww(target.hostname));
      } else if (tag === 'frame' || tag === 'iframe') {
        links.frame ??= resolve(attributes.src)?.href ?? null;
      } else if (tag === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') {
        readRefresh(attributes.content ?? '', isNoscript);
      }
    },
  };
}
