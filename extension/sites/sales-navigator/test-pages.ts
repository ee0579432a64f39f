import { names, page, range, type TestPages } from '../../core/test-pages.ts';
import { salesLead } from './test-shapes.ts';

export const testPages: TestPages = {
  pages: {
    'www.linkedin.com/sales/search/people': page(
      'en',
      `<main><ol>${range(0, 3)
        .map((n) => lead('en', n))
        .join('')}</ol></main>`,
    ),
    'www.linkedin.com/sales/lists/people': page(
      'de',
      `<main><table>${lead('de', 5)}</table></main>${code(salesLead('included', 6))}${code(salesLead('elements', 7))}${code('{"other":1}')}`,
    ),
    'www.linkedin.com/sales/search/divs': page(
      'en',
      `<main><div>${range(10, 13).map(divLead).join('')}</div></main>`,
    ),
    'www.linkedin.com/sales/search/half': page(
      'en',
      `<main><ol>${lead('en', 20)}${lead('en', 21).replace('data-anonymize="title"', '')}</ol></main>`,
    ),
    'www.linkedin.com/sales/search/drifted': page(
      'en',
      `<main>${range(0, 12)
        .map((n) => `<div><a href="/sales/lead/x${n},a">L</a></div>`)
        .join('')}</main>`,
    ),
    'www.linkedin.com/sales/search/empty': page('en', '<main></main>'),
  },
  shows: [
    ['www.linkedin.com/sales/search/people', names('Ada', 0, 3)],
    ['www.linkedin.com/sales/lists/people', ['Ada 5', 'Ada Lovelace 6', 'Ada Lovelace 7']],
    ['www.linkedin.com/sales/search/divs', names('Ada', 10, 13)],
  ],
  partly: [
    [
      'www.linkedin.com/sales/search/half',
      '2 results seen on this page, all read. Not read: title (1 of 2).',
    ],
  ],
  drifted: 'www.linkedin.com/sales/search/drifted',
  empty: 'www.linkedin.com/sales/search/empty',
  emptyText: 'No leads on this page yet.',
};

function code(json: string): string {
  return `<code id="bpr-guid-1" style="display:none">${json.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code>`;
}

function lead(lang: 'en' | 'de', n: number): string {
  const inside = `<a href="/sales/lead/ACwAAfake${n},NAME_SEARCH,x"><span data-anonymize="person-name">Ada ${n}</span></a><span>· ${lang === 'en' ? '2nd' : '2.'}</span>
<span data-anonymize="${lang === 'en' ? 'title' : 'job-title'}">Head of Sales</span><span data-anonymize="company-name">Acme</span><span data-anonymize="location">Lyon</span>`;
  return lang === 'en' ? `<li>${inside}</li>` : `<tr><td>${inside}</td></tr>`;
}

/** A lead whose company has no page, so it is plain text, in a layout without list elements. */
function divLead(n: number): string {
  return `<div><div><a href="/sales/lead/ACwAAfake${n},NAME_SEARCH,x"><span data-anonymize="person-name">Ada ${n}</span></a><span>· 2nd</span></div>
<div class="artdeco-entity-lockup__subtitle"><span data-anonymize="title">Head of Sales</span><span> · </span>Bakery ${n} Ltd</div><span data-anonymize="location">Lyon</span></div>`;
}
