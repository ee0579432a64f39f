import { expect, it } from 'vitest';
import { COLLECT_COLUMNS, COLLECT_SITES } from '#contract/collect-sites.ts';
import { currentBrowser } from './browser-names.ts';
import { guideOf, otherColumns } from './extension-guides.ts';

it.each(COLLECT_SITES)('describes all columns of %s', (site) => {
  const guide = guideOf(site);
  const { columns, rows } = guide.sample;
  expect([...columns, ...otherColumns(guide)].sort()).toEqual([...COLLECT_COLUMNS[site]].sort());
  for (const row of rows) expect(row).toHaveLength(columns.length);
});

it('preselects the package for the browser', () => {
  expect(currentBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0')).toBe(
    'firefox',
  );
  expect(currentBrowser('Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 Edg/142.0')).toBe(
    'chrome',
  );
});
