/**
 * What rendering gains: labeled pages (bench/accuracy/cases) as sites of four kinds, read without a browser and with an installed
 * Chromium. A site is right if it has exactly the labeled emails, phones and faxes. Run: npm run bench:rendering [-- --sites 200]
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { FakePage, FakeSite } from '../../e2e/fixtures/fake-site.ts';
import { startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { findChromium } from '../../net/find-chromium.ts';
import { createRun } from '../../tools/website-extraction/run.ts';
import { type ContactCase, contactCases, valuesOf } from '../accuracy/contact-cases.ts';
import { reportFigure, reportSkipped } from '../figures.ts';

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { sites: { type: 'string', default: '200' } },
});
const NAME = 'rendering: ';
const chromiumPath = findChromium(process.env.CHROMIUM_PATH);
if (!chromiumPath) {
  console.log('Rendering: skipped, no Chromium is installed.');
  reportSkipped(NAME);
  process.exit(0);
}

const PROSE =
  '<p>We work with care, and have done so for many years. Ask us anything at any time.</p>'.repeat(8);
const SCRIPT = { 'content-type': 'text/javascript' };

interface Kind {
  label: string;
  pages: (page: ContactCase) => Record<string, string | FakePage>;
}

function htmlOf({ lang }: ContactCase, body: string): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A site</title></head><body>${body}</body></html>`;
}
const fill = (html: string) => `document.getElementById('root').innerHTML = ${JSON.stringify(html)};`;

const KINDS: readonly Kind[] = [
  { label: 'plain pages', pages: (page) => ({ '/': htmlOf(page, page.html) }) },
  {
    label: 'filled by a script',
    pages: (page) => ({
      '/': htmlOf(page, '<div id="root"></div><script src="/app.js"></script>'),
      '/app.js': { headers: SCRIPT, body: fill(page.html) },
    }),
  },
  {
    label: 'filled from an address',
    pages: (page) => ({
      '/': htmlOf(page, '<div id="root"></div><script src="/app.js"></script>'),
      '/app.js': {
        headers: SCRIPT,
        body: `fetch('/page.json').then((reply) => reply.json()).then(({ html }) => { ${fill('')} document.getElementById('root').innerHTML = html; })`,
      },
      '/page.json': {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ html: page.html }),
      },
    }),
  },
  {
    label: 'contact page filled by a script',
    pages: (page) => ({
      '/': htmlOf(page, `${PROSE}<a href="/contact">Contact</a>`),
      '/contact': htmlOf(page, `<div id="root">${PROSE}</div><script src="/app.js"></script>`),
      '/app.js': { headers: SCRIPT, body: fill(PROSE + page.html) },
    }),
  },
];

/** The cases of hidden addresses are all at one company. Each gets one of its own. */
function withOwnHost(page: ContactCase, index: number): ContactCase {
  const own = (text: string) => text.replaceAll('norvik.com', `norvik${index}.com`);
  return { ...page, url: own(page.url), html: own(page.html), expected: page.expected.map(own) };
}

const cases = (['phones', 'emails', 'owners', 'faxes', 'islands'] as const)
  .flatMap((set) => contactCases(set))
  .map(withOwnHost)
  // Those that are right as plain pages, so that only their scripts make a difference.
  .filter((page) => page.expected.length > 0 && valuesOf(page).join(' ') === page.expected.join(' '));
const used = new Set<string>();
const sites = cases
  .flatMap((page) => {
    // Many cases are of one company, and the first two that can't be read would end the rendering of its site.
    const host = new URL(page.url).hostname.replace(/^www\./, '');
    if (used.has(host)) return [];
    used.add(host);
    return [{ page, host }];
  })
  .slice(0, Number(values.sites))
  .map(({ page, host: name }, index) => {
    const kind = KINDS[index % KINDS.length] as Kind;
    return { page, kind, site: { name, about: kind.label, pages: kind.pages(page) } satisfies FakeSite };
  });
const web = await startFakeWeb({ sites: sites.map(({ site }) => site) });

async function read(chromium: string | null) {
  const tool = createRun({
    concurrency: 16,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    chromiumPath: chromium,
  });
  const start = performance.now();
  const items = sites.map(({ site }, position) => ({ position, input: web.siteUrl(site.name) }));
  const right = new Map(KINDS.map(({ label }) => [label, 0]));
  const renderings = new Map<string, number>();
  for await (const { position, row } of tool.run(items, new AbortController().signal)) {
    const one = sites[position];
    if (!one) continue;
    const found = [
      ...row.emails,
      ...row.phones,
      ...row.fax.map((number) => `fax ${number}`),
      ...row.phones_country_unknown.map((number) => `? ${number}`),
    ].sort();
    if (found.join(' ') === one.page.expected.join(' '))
      right.set(one.kind.label, (right.get(one.kind.label) ?? 0) + 1);
    const rendering = row.rendering ?? 'not read';
    renderings.set(rendering, (renderings.get(rendering) ?? 0) + 1);
  }
  await tool.close();
  return { right, renderings, seconds: (performance.now() - start) / 1000 };
}

const without = await read(null);
const rendered = await read(chromiumPath);
await web.close();
const sum = (of: Map<string, number>) => [...of.values()].reduce((total, each) => total + each, 0);
for (const { label } of KINDS) {
  const all = sites.filter(({ kind }) => kind.label === label).length;
  console.log(
    `${label}: ${without.right.get(label)} of ${all} right without a browser, ${rendered.right.get(label)} with one`,
  );
}
for (const [name, { right, renderings, seconds }] of Object.entries({ without, rendered }))
  console.log(
    `${name}: ${sum(right)} of ${sites.length} right in ${seconds.toFixed(1)} s (${[...renderings].map(([rendering, count]) => `${rendering}: ${count}`).join(', ')})`,
  );
reportFigure(`${NAME}sites right with a browser, of ${sites.length}`, sum(rendered.right), 'higher');
process.exit(0);
