import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '#net/find-chromium.ts';
import { type FakeWeb, startFakeWeb } from '../../../../e2e/fixtures/fake-web.ts';
import { appPage, HOSTILE_APPS } from '../../../../e2e/fixtures/hostile-apps.ts';
import { createPageRenderer, type PageRenderer } from './page-renderer.ts';

/** A server in our own network that no page may reach. It counts requests. */
let secretHits = 0;
const secret = createServer((_request, response) => {
  secretHits += 1;
  response.setHeader('access-control-allow-origin', '*');
  response.end('secret');
});

const chromiumPath = findChromium(process.env.CHROMIUM_PATH);
let web: FakeWeb;
let renderer: PageRenderer;
/** Gives a page so little time that one that never ends is over soon. */
let hasty: PageRenderer;
const never = new AbortController().signal;

// Without a browser there is nothing to measure; `npm test` installs one before the browser tests where it
// can.
describe.skipIf(!chromiumPath)('rendering', () => {
  beforeAll(async () => {
    await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
    const secretPort = (secret.address() as AddressInfo).port;
    web = await startFakeWeb({
      sites: [
        {
          name: 'late-words.com',
          about: 'writes its contacts after a request of its own',
          pages: {
            '/': appPage(
              `fetch('/team.json').then((r) => r.json()).then((t) => { root.innerHTML = '<a href="mailto:' + t.mail + '">' + t.mail + '</a>' })`,
            ),
            '/team.json': {
              headers: { 'content-type': 'application/json' },
              body: '{"mail":"hello@late-words.com"}',
            },
          },
        },
        {
          name: 'spy-glass.com',
          about: 'tries addresses of the network it is shown in',
          pages: {
            '/': appPage(`
              const say = (text) => { root.innerHTML += '<p>' + text + '</p>' };
              const tries = ['http://127.0.0.1:${secretPort}/', 'http://localhost:${secretPort}/', 'http://inside.com:${secretPort}/', 'http://169.254.169.254/'];
              Promise.all(tries.map((url) => fetch(url).then(() => say('reached ' + url), () => say('refused')))).then(() => say('tried all'));
              say('webrtc ' + typeof RTCPeerConnection);`),
          },
        },
        { name: 'inside.com', about: 'a name for the metadata service', addresses: ['169.254.169.254'] },
        {
          name: 'restless.com',
          about: 'opens other pages of its own',
          pages: {
            '/': appPage(
              `location.replace('/app/team#top'); setTimeout(() => { root.innerHTML = '<p>still here</p>' }, 50)`,
            ),
            '/late': appPage(
              `history.pushState({}, '', '/late/view'); setTimeout(() => { location.href = '/app/team' }, 50)`,
            ),
            '/app/team': appPage(`root.innerHTML = '<p>team</p>'`),
          },
        },
        {
          name: 'sends-on.com',
          about: 'redirects the browser',
          pages: {
            '/': { status: 302, headers: { location: '/app' }, body: '' },
            '/app': appPage(`root.innerHTML = '<p>app</p>'`),
          },
        },
        { name: 'busy-loop.com', about: 'never ends', pages: { '/': appPage('for (;;) {}') } },
        ...HOSTILE_APPS,
        { name: 'flood.com', about: 'a body without end', respond: (_request, response) => flood(response) },
      ],
    });
    const options = {
      chromiumPath: chromiumPath ?? '',
      dnsServers: [web.dnsServer],
      allowPrivateNetwork: true,
      userAgent: 'LeadwellBot-test',
    };
    const limits = {
      settleMs: 20_000,
      maxBytes: 3_000_000,
      maxHtmlChars: 1_000_000,
      processBytes: 600_000_000,
    };
    renderer = createPageRenderer({ ...options, limits: { ...limits, pageMs: 50_000 } });
    hasty = createPageRenderer({ ...options, limits: { ...limits, pageMs: 1_000 } });
  });
  afterAll(async () => {
    await renderer?.close();
    await hasty?.close();
    await web?.close();
    secret.close();
  });

  it('renders content written by scripts', async () => {
    const page = await renderer.render(web.siteUrl('late-words.com'), never);
    expect(page).toMatchObject({ ok: true, html: expect.stringContaining('mailto:hello@late-words.com') });
  });

  it('opens no other page that a page wants to open, and says which', async () => {
    const site = web.siteUrl('restless.com');
    const page = await renderer.render(site, never);
    expect(page).toMatchObject({
      ok: true,
      url: site,
      html: expect.stringContaining('still here'),
      leadsTo: expect.stringContaining(`${site}app/team`),
    });
    expect(await renderer.render(`${site}late`, never)).toMatchObject({
      ok: true,
      leadsTo: `${site}app/team`,
    });
    const paths = web.log('restless.com').requests.map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/app'))).toEqual([]);
    expect(await renderer.render(`${site}app/team`, never)).toMatchObject({ ok: true, leadsTo: null });
    expect(await renderer.render(web.siteUrl('sends-on.com'), never)).toMatchObject({ ok: false });
  });

  it('keeps rendering while another page is stuck', async () => {
    const stop = new AbortController();
    const busy = renderer.render(web.siteUrl('busy-loop.com'), stop.signal);
    expect((await renderer.render(web.siteUrl('late-words.com'), never)).ok).toBe(true);
    stop.abort();
    expect((await busy).ok).toBe(false);
    expect((await hasty.render(web.siteUrl('busy-loop.com'), never)).ok).toBe(false);
    expect((await renderer.render(web.siteUrl('late-words.com'), never)).ok).toBe(true);
  });

  it('stops when the signal aborts while the browser is starting', async () => {
    const fresh = createPageRenderer({
      chromiumPath: chromiumPath ?? '',
      dnsServers: [web.dnsServer],
      allowPrivateNetwork: true,
      userAgent: 'LeadwellBot-test',
      limits: { pageMs: 60_000 },
    });
    const stop = new AbortController();
    const rendering = fresh.render(web.siteUrl('busy-loop.com'), stop.signal);
    setTimeout(() => stop.abort(), 20);
    expect(await rendering).toEqual({ ok: false, reason: 'stopped' });
    await fresh.close();
  });

  it('limits an endless body', async () => {
    const page = await hasty.render(web.siteUrl('flood.com'), never);
    if (page.ok) expect(page.html.length).toBeLessThan(5_000_000);
  });

  it.each(['long-words.com', 'long-marks.com'])('reads the start of %s without its rest', async (name) => {
    const page = await renderer.render(web.siteUrl(name), never);
    expect(page).toMatchObject({ ok: true, html: expect.stringContaining(`mailto:hello@${name}`) });
    if (page.ok) expect(page.html.length).toBeLessThanOrEqual(1_000_000);
  });

  // Other systems don't limit the data of a process.
  const onLinux = it.skipIf(process.platform !== 'linux');
  onLinux('ends a page that needs too much memory, and only that page', async () => {
    const before = renderer.render(web.siteUrl('late-words.com'), never);
    const hostile = await renderer.render(web.siteUrl('big-heap.com'), never);
    expect(hostile).toEqual({ ok: false, reason: 'the page needs too much memory' });
    expect((await before).ok).toBe(true);
    expect((await renderer.render(web.siteUrl('late-words.com'), never)).ok).toBe(true);
  });

  it('gives a page no messages, workers, frames or other pages', async () => {
    const requests = web.log('late-words.com').requests.length;
    const page = await renderer.render(web.siteUrl('loud.com'), never);
    expect(page.ok && page.html).toContain('<b>undefined</b>');
    expect(web.log('late-words.com').requests.length).toBe(requests);
  });

  it('never reaches metadata services by address or name, and has no WebRTC', async () => {
    const page = await renderer.render(web.siteUrl('spy-glass.com'), never);
    expect(page.ok && page.html).toContain('webrtc undefined');
    expect(page.ok && page.html).not.toMatch(/reached http:\/\/(inside|169)/);
  });

  it('reaches nothing in our own network unless allowed', async () => {
    const before = secretHits;
    const strict = createPageRenderer({
      chromiumPath: chromiumPath ?? '',
      dnsServers: [web.dnsServer],
      allowPrivateNetwork: false,
      userAgent: 'LeadwellBot-test',
      limits: { pageMs: 5_000, settleMs: 500 },
    });
    try {
      for (const url of [
        web.siteUrl('spy-glass.com'),
        'http://127.0.0.1/',
        'http://[::1]/',
        'http://169.254.169.254/',
      ]) {
        expect((await strict.render(url, never)).ok).toBe(false);
      }
    } finally {
      await strict.close();
    }
    expect(secretHits).toBe(before);
  });
});

function flood(response: import('node:http').ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  const chunk = '<p>more and more words</p>'.repeat(4_000);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
