import { names, page, range, type TestPages } from '../../core/test-pages.ts';

export const testPages: TestPages = {
  pages: {
    'www.linkedin.com/search/results/people/': page(
      'en',
      `<main>${range(0, 3)
        .map((n) => person('en', n))
        .join('')}</main>`,
    ),
    'www.linkedin.com/search/results/people/de': page(
      'de',
      `<main><ul>${range(5, 7)
        .map((n) => person('de', n))
        .join('')}</ul></main>`,
    ),
    'www.linkedin.com/search/results/people/divs': page(
      'en',
      `<main><div class="x1">${range(10, 14)
        .map(
          (n) =>
            `<div class="y${n}"><div>${personInside('en', n)}<p><a href="/in/shared-${n}">Bo Berg</a> is a mutual connection</p></div></div>`,
        )
        .join('')}</div></main>`,
    ),
    'www.linkedin.com/search/results/people/one': page(
      'en',
      `<main><div><div>${personInside('en', 20)}</div></div></main>`,
    ),
    'www.linkedin.com/search/results/people/half': page(
      'en',
      `<main>${person('en', 30)}${person('en', 31).replace('<p>Lyon, France</p>', '<p role="button">Lyon, France</p>')}</main>`,
    ),
    'www.linkedin.com/search/results/people/drifted': page(
      'en',
      `<main>${range(0, 12)
        .map((n) => `<section><a href="/in/p${n}"></a><b>Person</b></section>`)
        .join('')}</main>`,
    ),
    'www.linkedin.com/search/results/people/empty': page('en', '<main><p>No results</p></main>'),
  },
  shows: [
    ['www.linkedin.com/search/results/people/', names('Ada Lovelace', 0, 3)],
    ['www.linkedin.com/search/results/people/de', names('Ada Lovelace', 5, 7)],
    ['www.linkedin.com/search/results/people/divs', names('Ada Lovelace', 10, 14)],
    ['www.linkedin.com/search/results/people/one', ['Ada Lovelace 20']],
  ],
  partly: [
    [
      'www.linkedin.com/search/results/people/half',
      '2 results seen on this page, all read. Not read: location (1 of 2).',
    ],
  ],
  drifted: 'www.linkedin.com/search/results/people/drifted',
  empty: 'www.linkedin.com/search/results/people/empty',
  emptyText: 'No people on this page yet.',
};

function personInside(lang: 'en' | 'de', n: number): string {
  return `<a href="/in/ada-${n}?mini=1"><img alt=""></a><div><p><a href="/in/ada-${n}?mini=1">Ada Lovelace ${n}</a><span> • ${lang === 'en' ? '2nd' : '2.'}</span></p>
<p>Head of <strong>Sales</strong> at Acme</p><p>${lang === 'en' ? 'Lyon, France' : 'Köln, Deutschland'}</p></div><button>${lang === 'en' ? 'Connect' : 'Vernetzen'}</button>`;
}

function person(lang: 'en' | 'de', n: number): string {
  const inside = personInside(lang, n);
  if (lang === 'en') return `<div role="listitem">${inside}</div>`;
  return `<li>${inside}<span class="visually-hidden">Profil von Ada Lovelace ${n} anzeigen</span></li>`;
}
