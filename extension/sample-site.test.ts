import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUICK_START } from '#server/platform/process/test-quick-start.ts';
import { copyProduct, type ProductCopy } from '#tools/test-product-copy.ts';
import { DRILL } from '../e2e/fixtures/wait.ts';
import { SAMPLE_FILES, SAMPLE_LINES, SAMPLE_REPORT } from './test-sample-site.ts';

let copy: ProductCopy;

/** What the copy of the product with the sample site reports about it. */
let report: {
  packages: { browser: string; name: string; files: string[] }[];
  sent: object;
  rows: object[];
  tools: string[];
  extension: object;
  served: boolean;
  scrapers: [label: string, path: string][];
  guide: string;
  source: string;
};

beforeAll(async () => {
  copy = copyProduct({ ...SAMPLE_FILES, 'report.mjs': SAMPLE_REPORT }, SAMPLE_LINES);
  const printed = await copy.node(...QUICK_START, 'report.mjs');
  report = JSON.parse(printed.slice(printed.indexOf('{"packages"')));
});

afterAll(() => copy.remove());

describe('a site that is one folder and one line in each of four lists', () => {
  it('needs no other change', () => {
    for (const path of Object.keys(SAMPLE_FILES)) expect(path).toMatch(/^extension\/sites\/bakeries\//);
    expect(Object.keys(SAMPLE_LINES)).toHaveLength(4);
    expect(JSON.stringify(SAMPLE_LINES)).not.toContain('\\n');
  });

  it('is built, with a manifest for each browser', () => {
    expect(report.packages).toMatchObject([
      { browser: 'chrome', name: 'Leadwell for Bakery Guide' },
      { browser: 'firefox', name: 'Leadwell for Bakery Guide' },
    ]);
    for (const { files } of report.packages)
      expect(files).toEqual(expect.arrayContaining(['manifest.json', 'panel.js', 'cut.js']));
  });

  it('is listed by the server, and has a page with its guide', () => {
    expect(report.extension).toMatchObject({ site: 'bakeries', limits: { rows: null, csv: true } });
    expect(report.served).toBe(true);
    expect(report.scrapers).toContainEqual(['Bakery Scraper', '/dashboard/bakery-scraper']);
    expect(report.guide).toBe('Save the bakeries of a city.');
  });

  it('is read, and its rows are in a list that tools can start with', () => {
    expect(report.sent).toMatchObject({ added: 1, updated: 0, refused: [] });
    expect(report.rows).toEqual([{ name: 'Elm Street Bakery', city: 'Burlington' }]);
    expect(report.source).toBe('Bakery Guide');
    expect(report.tools).toContain('company-to-domain');
  });

  it('passes the type checks of the extensions and the browser', DRILL, async () => {
    for (const project of ['extension', 'web']) await copy.checkTypes(project);
  });
});
