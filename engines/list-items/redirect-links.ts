/** Links of other sites that lead through their own page: its host, its path, and the parameters with the target. */
const REDIRECTS: readonly (readonly [host: RegExp, path: RegExp, ...names: string[]])[] = [
  [/(?:^|\.)google\.[a-z.]{2,6}$/, /^\/url$/, 'q', 'url'],
  [/(?:^|\.)(?:google\.[a-z.]{2,6}|googleadservices\.com)$/, /\/aclk$/, 'adurl'],
  [/(?:^|\.)facebook\.com$/, /^\/(?:l|flx\/warn)(?:\.php|\/)?$/, 'u'],
  [/^l\.(?:instagram|messenger|threads)\.(?:com|net)$/, /^\//, 'u'],
  [/(?:^|\.)clutch\.co$/, /\/redirect/, 'u', 'provider_website', 'url'],
  [/(?:^|\.)linkedin\.com$/, /^\/(?:redir\/redirect|safety\/go)\/?$/, 'url'],
  [/(?:^|\.)youtube\.com$/, /^\/redirect$/, 'q'],
  [/^out\.reddit\.com$/, /^\//, 'url'],
  [/^t\.umblr\.com$/, /^\/redirect$/, 'z'],
  [/(?:^|\.)vk\.com$/, /^\/away\.php$/, 'to'],
  [/(?:^|\.)duckduckgo\.com$/, /^\/l\/?$/, 'uddg'],
  [/\.safelinks\.protection\.outlook\.com$/, /^\//, 'url'],
];
/** Cheap pre-check: every such link has a target in a parameter. */
const HINT = /[?&](?:q|u|z|to|url|adurl|uddg|provider_website)=/i;
const MAX_STEPS = 3;
const BARE_HOST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/;

/** Hosts that only count clicks. What they lead to isn't in the address. */
const TRACKER =
  /(?:^|\.)(?:(?:ppc|r)\.clutch\.co|doubleclick\.net|googleadservices\.com|googlesyndication\.com|adservice\.google\.com|app-us1\.com|adform\.net|awin1\.com|dpbolvw\.net|anrdoezrs\.net|tkqlhce\.com|jdoqocy\.com|kqzyfj\.com|clickserve\.dartsearch\.net)$/;
const TRACKER_HOST = /^(?:ppc|trk|clk|adclick|clicktrack)\.[^.]+\.[^.]+/;

/**
 * The address behind a link through Google, Facebook, Clutch and others, also through several of them. Any other
 * address is returned as it is, and so is a link that hides its target. `address` is absolute.
 */
export function behindRedirect(address: string): string {
  let target = address;
  for (let steps = 0; steps < MAX_STEPS && HINT.test(target); steps++) {
    const next = redirectTarget(target);
    if (next === null) break;
    target = next;
  }
  return target;
}

function redirectTarget(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  const host = url.hostname;
  for (const [hosts, paths, ...names] of REDIRECTS) {
    if (!hosts.test(host) || !paths.test(url.pathname)) continue;
    for (const name of names) {
      const written = url.searchParams.get(name)?.trim() ?? '';
      const target = BARE_HOST.test(written) ? `https://${written}` : written;
      if (/^https?:\/\//i.test(target) && URL.canParse(target)) return target;
    }
  }
  return null;
}

/** Whether an address only counts a click on an advertisement. It is never a company's website. */
export function isTracker(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const host = url.hostname.toLowerCase();
  return TRACKER_HOST.test(host) || TRACKER.test(host);
}
