/** A small site for sample-site.test.ts: a directory of bakeries. Path -> text of each file. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  'extension/sites/bakeries/site.ts': `
import { defineSite } from '../../site.ts';

export const bakeries = defineSite({
  id: 'bakeries',
  name: 'Bakery Guide',
  extension: { name: 'Leadwell for Bakery Guide', description: 'Collects bakeries into a table.' },
  rowsName: 'bakeries',
  columns: ['name', 'city'],
  basicColumns: ['name'],
  columnMeanings: { name: 'company_name' },
  plan: 'premium',
  free: null,
  page: {
    title: 'Bakery Scraper',
    help: 'Collect bakeries with a browser extension.',
    icon: 'Store',
    order: 165,
  },
});
`,
  'extension/sites/bakeries/reader.ts': `
import type { PageCut } from '../../core/page-cut.ts';
import { markText, makeRow, collectRows, type Reading } from '../../core/reading.ts';
import type { bakeries } from './site.ts';

/** Reads bakeries from the cards of a page. */
export function read(cut: PageCut): Reading<(typeof bakeries.columns)[number]> {
  return collectRows(
    cut.cards.map((card) => {
      const name = markText(card, 'name');
      return makeRow([name], 'name', { name, city: card.texts[1] });
    }),
  );
}
`,
  'extension/sites/bakeries/cut.ts': `
import { startCut } from '../../core/page/start-cut.ts';

startCut({ cards: '.bakery', hint: '.bakery', marks: [['name', 'h2']], skip: 'button' });
`,
  'extension/sites/bakeries/panel.ts': `
import { startPanel } from '../../core/panel/panel.tsx';
import { read } from './reader.ts';
import { bakeries } from './site.ts';

await startPanel({
  ...bakeries,
  hosts: /^bakeries[.]example$/,
  resultPages: /./,
  howTo: 'Open a list of bakeries.',
  read,
  rowsPerDay: null,
  reads: 'It reads the bakeries in the list: name and city.',
  agreement: null,
});
`,
  'extension/sites/bakeries/guide.ts': `
import type { SiteGuide } from '../../site.ts';
import { bakeries } from './site.ts';

export const bakeriesGuide: SiteGuide<(typeof bakeries.columns)[number]> = {
  site: bakeries,
  website: 'Bakery Guide',
  about: 'Save the bakeries of a city.',
  openStep: 'Open a list of bakeries.',
  collectStep: 'Scroll through the list.',
  reads: 'The bakeries in the list: name and city.',
  terms: null,
  sample: { columns: ['name', 'city'], rows: [['Elm Street Bakery', 'Burlington']] },
};
`,
};

/** The lists that name the site, with its line. */
export const SAMPLE_LINES = {
  'contract/collect-sites.ts': {
    before: "  'page-contacts':",
    line: "  bakeries: '/dashboard/bakery-scraper',",
  },
  'extension/index/definitions.ts': "export { bakeries } from '../sites/bakeries/site.ts';",
  'extension/index/guides.ts': "export { bakeriesGuide } from '../sites/bakeries/guide.ts';",
  'web/pages/icons.ts': "export { Store } from 'lucide-react';",
};

/** A program that uses the site through the derived parts of the product and prints a report as JSON. */
export const SAMPLE_REPORT = `
import { openListBench } from '#server/lists/test-lists.ts';
import { read } from '#extension/sites/bakeries/reader.ts';
import { findSite } from '#extension/sites.ts';
import { findGuide } from '#web/kit/extensions/extension-guides.ts';
import { sourceLabel } from '#web/kit/source-label.ts';
import { NAV_GROUPS } from '#web/kit/shell/nav-links.ts';
import { PAGES } from '#web/pages/all-pages.ts';
import { buildPackages } from './extension/build.ts';

const packages = await buildPackages(findSite('bakeries'));
const card = {
  texts: ['Elm Street Bakery', 'Burlington'],
  links: [],
  marks: [{ name: 'name', value: '', text: 'Elm Street Bakery' }],
};
const { rows } = read({ url: 'https://bakeries.example/', cards: [card], states: [] });

const bench = await openListBench();
const owner = await bench.person();
const token = await owner.device('bakeries');
const sent = await bench.call('extension-import', {
  token,
  headers: { 'idempotency-key': 'sample' },
  body: { list: 'Bakeries', site: 'bakeries', readerVersion: '0.1.0', rows },
});
const { lists } = (await owner.call('lists')).body;
const stored = await owner.call('list-rows?id=' + lists[0].id);
const { extensions } = (await owner.call('extensions')).body;
process.stdout.write(
  JSON.stringify({
    packages: packages.map(({ browser, files }) => ({
      browser,
      name: JSON.parse(Buffer.from(files.get('manifest.json')).toString()).name,
      files: [...files.keys()],
    })),
    sent: sent.body,
    rows: stored.body.rows.map(({ values }) => values),
    tools: lists[0].tools.map(({ type }) => type),
    extension: extensions.find(({ site }) => site === 'bakeries'),
    served: PAGES.some(({ path }) => path === '/dashboard/bakery-scraper'),
    scrapers: NAV_GROUPS.find(({ label }) => label === 'Scrapers').links.map(({ label, path }) => [label, path]),
    guide: findGuide('bakeries').about,
    source: sourceLabel({ kind: 'extension', site: 'bakeries' }),
  }),
);
await bench.close();
process.exit(0);
`;
