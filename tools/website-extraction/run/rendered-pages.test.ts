import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '#net/find-chromium.ts';
import { htmlPage } from '../../../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { createRun } from '../run.ts';

const chromiumPath = findChromium(process.env.CHROMIUM_PATH);
const script = `document.getElementById('root').innerHTML = '<p>Write to <b>info</b>&#64;app-filled.com</p>'`;

const opens = (path: string) =>
  htmlPage('App', `<div id="root"></div><script>location.replace('${path}')</script>`);

let web: FakeWeb;

beforeAll(async () => {
  web = await startFakeWeb({
    sites: [
      {
        name: 'app-filled.com',
        about: 'empty without JavaScript',
        pages: {
          '/': htmlPage('App', '<div id="root"></div><script src="/app.js"></script>'),
          '/app.js': { headers: { 'content-type': 'text/javascript' }, body: script },
        },
      },
      {
        name: 'app-elsewhere.com',
        about: 'its script opens a page that shows the contacts',
        pages: {
          '/': opens('/team'),
          '/team': htmlPage('Team', '<div id="root"></div><script src="/team.js"></script>'),
          '/team.js': {
            headers: { 'content-type': 'text/javascript' },
            body: script.replace('app-filled', 'app-elsewhere'),
          },
        },
      },
      {
        name: 'app-closed.com',
        about: 'its script opens a page that robots.txt closes',
        robots: 'User-agent: *\nDisallow: /app/\n',
        pages: {
          '/': opens('/app/team'),
          '/app/team': htmlPage('Team', '<p>info@app-closed.com</p>'),
        },
      },
    ],
  });
});
afterAll(async () => {
  await web.close();
});

async function rowWith(chromium: string | null, name = 'app-filled.com') {
  const tool = createRun({
    concurrency: 4,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    chromiumPath: chromium,
  });
  try {
    for await (const { row } of tool.run(
      [{ position: 0, input: web.siteUrl(name) }],
      new AbortController().signal,
    ))
      return row;
    return null;
  } finally {
    await tool.close();
  }
}

describe('pages that are empty without JavaScript', () => {
  it('are reported if there is no browser', async () => {
    const row = await rowWith(null);
    expect(row?.emails).toEqual([]);
    expect(row?.pages[0]).toMatchObject({
      read: true,
      reason: expect.stringMatching(/only with JavaScript/),
    });
  });

  it.skipIf(chromiumPath === null)('are rendered in an installed Chromium', async () => {
    const row = await rowWith(chromiumPath);
    expect(row?.emails).toEqual(['info@app-filled.com']);
    expect(row?.pages[0]).toMatchObject({ read: true, reason: 'This page was read with JavaScript' });
  });

  it.skipIf(chromiumPath === null)('lead to another page only if the site allows a visit to it', async () => {
    const open = await rowWith(chromiumPath, 'app-elsewhere.com');
    expect(open?.emails).toEqual(['info@app-elsewhere.com']);
    expect(open?.email_pages).toEqual([`${web.siteUrl('app-elsewhere.com')}team`]);
    expect((await rowWith(chromiumPath, 'app-closed.com'))?.emails).toEqual([]);
    const paths = web.log('app-closed.com').requests.map(({ path }) => path);
    expect(paths).not.toContain('/app/team');
  });
});
