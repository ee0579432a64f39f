import { expect, it } from 'vitest';
import { COLLECT_SITES } from '#contract/collect-sites.ts';
import { currentBrowser } from '../../lib/extensions.ts';
import { findGuide } from './extension-guides.ts';

it.each(COLLECT_SITES)('has texts and example rows for %s', (id) => {
  const { site, about, sample } = findGuide(id);
  const { columns, rows } = sample;
  // The names of tools are filled in.
  expect(about).not.toMatch(/[{}]/);
  expect(site.columns).toEqual(expect.arrayContaining([...columns]));
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
