import { describe, expect, it } from 'vitest';
import { parsePage } from './parse-page.ts';
import { createSiteRendering } from './site-rendering.ts';

const SITE = 'https://acme.com';
const page = (body: string) => `<html><head><title>Acme</title></head><body>${body}</body></html>`;
const SHELL = page('<div id="root"></div><script src="/app.js"></script>');
/** Enough text that the page isn't empty without its script. */
const PROSE = 'We build machines for bakeries, and have done so for sixty years in three towns. '.repeat(8);
const WITH_TEXT = page(`<div id="root"><p>${PROSE}</p></div><script src="/app.js"></script>`);
const PLAIN = page(`<p>${PROSE}</p>`);
const withEmail = (account: string) => page(`<p>${PROSE}</p><p>Write to ${account}@acme.com</p>`);

/** A site whose pages a browser shows as `shown` has them. Returns how each was read, and what the browser opened. */
function siteOf(shown: Record<string, string> | null) {
  const opened: string[] = [];
  const parse = async ({
    html,
    url,
    requestedUrl,
  }: {
    html: unknown;
    url: string;
    requestedUrl: string | null;
  }) =>
    parsePage({
      html: html as string,
      url,
      requestedUrl,
      followsLinks: true,
      people: false,
      cpuBudgetMs: 60_000,
    });
  const renderer = shown && {
    async render(url: string) {
      opened.push(new URL(url).pathname);
      const html = shown[new URL(url).pathname];
      return html === undefined
        ? { ok: false as const, reason: 'timeout' }
        : { ok: true as const, url, html, leadsTo: null };
    },
    async close() {},
  };
  const render = createSiteRendering({
    renderer,
    visit: async () => null,
    parse,
    owner: null,
    signal: new AbortController().signal,
  });
  return {
    opened,
    async read(path: string, html: string, isContactPage = false) {
      const url = `${SITE}${path}`;
      const bare = await parse({ html, url, requestedUrl: null });
      const { page: read, rendering } = await render(bare, { url, requestedUrl: null, isContactPage });
      return [rendering, ...read.contacts.emails.map(({ value }) => value)];
    },
  };
}

describe('the rendering of a site', () => {
  it('is of pages that are empty without their script, and says if there is no browser', async () => {
    const site = siteOf({ '/': withEmail('info') });
    expect(await site.read('/', SHELL)).toEqual(['rendered', 'info@acme.com']);
    expect(await site.read('/plain', PLAIN)).toEqual(['read without JavaScript']);
    expect(site.opened).toEqual(['/']);
    expect(await siteOf(null).read('/', SHELL)).toEqual(['would need rendering']);
    expect(await siteOf({}).read('/', SHELL)).toEqual(['would need rendering']);
  });

  it('is of contact pages without a contact that a script may fill', async () => {
    const site = siteOf({ '/contact': withEmail('sales') });
    expect(await site.read('/news', WITH_TEXT)).toEqual(['read without JavaScript']);
    expect(await site.read('/contact', PLAIN, true)).toEqual(['read without JavaScript']);
    expect(await site.read('/contact', WITH_TEXT, true)).toEqual(['rendered', 'sales@acme.com']);
    expect(site.opened).toEqual(['/contact']);
  });

  it('loses no contact of the page as fetched', async () => {
    const site = siteOf({ '/contact': page('<p>We use cookies.</p><a href="/contact/all">Contact</a>') });
    const bare = page('<div id="root"></div><script>var a = 1</script><a href="tel:+12125550100"></a>');
    expect((await site.read('/contact', bare, true)).at(0)).toBe('read without JavaScript');
    const first = siteOf({ '/': withEmail('info'), '/b': withEmail('jane') });
    await first.read('/', SHELL);
    const both = page(`<div id="root"><p>${PROSE}</p><p>Write to office@acme.com</p></div><script></script>`);
    expect(await first.read('/b', both)).toEqual(['rendered', 'jane@acme.com', 'office@acme.com']);
  });

  it('goes on with all pages that a script may fill, if it helped', async () => {
    const site = siteOf({ '/': withEmail('info'), '/team': withEmail('jane') });
    await site.read('/', SHELL);
    expect(await site.read('/team', WITH_TEXT)).toEqual(['rendered', 'jane@acme.com']);
  });

  it('ends after two pages for which it didn’t help, and keeps them as fetched', async () => {
    const site = siteOf({ '/': SHELL, '/b': page('Are you a human?'), '/c': withEmail('info') });
    expect(await site.read('/', SHELL)).toEqual(['rendered']);
    expect(await site.read('/b', SHELL)).toEqual(['rendered']);
    expect(await site.read('/c', SHELL)).toEqual(['would need rendering']);
    expect(site.opened).toEqual(['/', '/b']);
  });
});
