import { names, page, range, type TestPages } from '../../core/test-pages.ts';

export const testPages: TestPages = {
  pages: {
    'clutch.co/agencies': page('en', `<main><ul>${range(0, 4).map(clutchItem).join('')}</ul></main>`),
    'clutch.co/agencies-before': page('en', `<main>${range(10, 12).map(clutchRow).join('')}</main>`),
    'clutch.co/agencies-divs': page('en', `<main><div>${range(20, 23).map(clutchDiv).join('')}</div></main>`),
    'clutch.co/half': page(
      'en',
      `<main><ul>${clutchItem(30)}${clutchItem(31).replaceAll('$', '€')}</ul></main>`,
    ),
    'clutch.co/drifted': page(
      'en',
      `<main>${range(0, 12)
        .map((n) => `<a href="/profile/agency-${n}"></a>`)
        .join('')}</main>`,
    ),
    'clutch.co/empty': page('en', '<main></main>'),
  },
  shows: [
    ['clutch.co/agencies', names('Agency', 0, 4)],
    ['clutch.co/agencies-before', names('Agency', 10, 12)],
    ['clutch.co/agencies-divs', names('Agency', 20, 23)],
  ],
  partly: [['clutch.co/half', '2 results seen on this page, all read. Not read: hourly rate (1 of 2).']],
  drifted: 'clutch.co/drifted',
  empty: 'clutch.co/empty',
  emptyText: 'No companies on this page yet.',
};

function clutchItem(n: number): string {
  const site = n === 3 ? 'token=opaque' : `pid=1&u=https%3A%2F%2Fagency${n}.example.com%2F`;
  return `<li class="provider-list-item"><h3><a class="provider__title-link" href="https://r.clutch.co/redirect?${site}">Agency ${n}</a></h3>
<span class="sg-rating__number" itemprop="ratingValue" content="4.9">4.9</span><a href="/profile/agency-${n}#reviews">32 reviews</a>
<div>$10,000+</div><div>$50 - $99 / hr</div><div>10 - 49</div><div class="locality">Lyon, France</div>
<div>40% Web Design</div><a href="https://r.clutch.co/redirect?${site}">Visit Website</a><a href="/profile/agency-${n}">View Profile</a></li>`;
}

function clutchRow(n: number): string {
  return `<div class="provider-row"><div class="company_info"><a href="/profile/agency-${n}">Agency ${n}</a></div>
<span itemprop="ratingValue">4.7</span><span>&lt; $25 / hr</span><span>50 - 249</span><span class="locality">Porto, Portugal</span>
<a href="https://r.clutch.co/redirect?provider_website=agency${n}.example.com">Visit</a></div>`;
}

/** A company in a layout without list elements, beside an advertisement. */
function clutchDiv(n: number): string {
  return `<div><div><a href="/profile/agency-${n}">Agency ${n}</a></div><p>$50 - $99 / hr</p><a href="https://ppc.clutch.co/redirect?token=${n}">Sponsored</a>
<a href="https://r.clutch.co/redirect?u=https%3A%2F%2Fagency${n}.example.com%2F">Visit Website</a></div>`;
}
