import { names, page, range, type TestPages } from '../../core/test-pages.ts';
import { crunchbaseSearch, crunchbaseState } from './test-shapes.ts';

export const testPages: TestPages = {
  pages: {
    'www.crunchbase.com/organization/company-1': page(
      'en',
      `<h1>Company 1</h1>${state('ng-state', crunchbaseState('newer', 1))}`,
    ),
    'www.crunchbase.com/organization/company-2': page(
      'en',
      `<h1>Company 2</h1>${state('client-app-state', crunchbaseState('older', 2))}`,
    ),
    'www.crunchbase.com/discover/companies': page(
      'fr',
      crunchbaseGrid(range(3, 6)) + state('ng-state', crunchbaseSearch([3])),
    ),
    'www.crunchbase.com/discover/two-layouts': page(
      'en',
      crunchbaseGrid(range(10, 12), range(12, 14).map(newRow)),
    ),
    'www.crunchbase.com/discover/half': page(
      'en',
      crunchbaseGrid(range(20, 22), ['<div><a href="/organization/company-22"></a></div>']),
    ),
    'www.crunchbase.com/discover/drifted': page(
      'en',
      state('ng-state', crunchbaseSearch(range(0, 12)).replaceAll('"identifier"', '"id"')),
    ),
    'www.crunchbase.com/discover/empty': page('en', state('ng-state', '{"HttpState":{}}')),
  },
  shows: [
    ['www.crunchbase.com/organization/company-1', ['Company 1']],
    ['www.crunchbase.com/organization/company-2', ['Company 2']],
    ['www.crunchbase.com/discover/companies', names('Company', 3, 6)],
    ['www.crunchbase.com/discover/two-layouts', names('Company', 10, 14)],
  ],
  partly: [['www.crunchbase.com/discover/half', '2 of 3 results on this page read, 1 couldn’t be read.']],
  drifted: 'www.crunchbase.com/discover/drifted',
  empty: 'www.crunchbase.com/discover/empty',
  emptyText: 'No companies on this page yet.',
};

function state(id: string, json: string): string {
  return `<script id="${id}" type="application/json">${json.replaceAll('<', '\\u003c')}</script>`;
}

function crunchbaseGrid(numbers: readonly number[], more: readonly string[] = []): string {
  const rows = numbers.map(
    (
      n,
    ) => `<grid-row><grid-cell data-columnid="identifier"><a href="/organization/company-${n}">Company ${n}</a></grid-cell>
<grid-cell data-columnid="website"><a href="https://company${n}.example.com">company${n}.example.com</a></grid-cell>
<grid-cell data-columnid="location_identifiers">Lyon, France</grid-cell></grid-row>`,
  );
  return `<grid-body>${[...rows, ...more].join('')}</grid-body>`;
}

/** A row in a layout without the elements of a grid, with an investor. */
function newRow(n: number): string {
  return `<div><div><a href="/organization/company-${n}">Company ${n}</a></div><div><a href="/organization/investor-${n}">Investor ${n}</a></div></div>`;
}
