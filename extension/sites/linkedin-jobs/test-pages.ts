import { names, page, range, type TestPages } from '../../core/test-pages.ts';

export const testPages: TestPages = {
  pages: {
    'www.linkedin.com/jobs/search': page('en', `<main><ul>${range(0, 3).map(job).join('')}</ul></main>`),
    'www.linkedin.com/jobs/search/de': page(
      'de',
      `<main><ul>${range(5, 7).map(publicJob).join('')}</ul></main>`,
    ),
    'www.linkedin.com/jobs/search/divs': page(
      'en',
      `<main><div>${range(10, 13).map(divJob).join('')}</div></main>`,
    ),
    'www.linkedin.com/jobs/search/half': page(
      'en',
      `<main><ul>${job(4)}${job(5).replace('<ul><li>Lyon (Remote)</li></ul>', '<button>Lyon (Remote)</button>')}</ul></main>`,
    ),
    'www.linkedin.com/jobs/search/drifted': page(
      'en',
      `<main>${range(0, 12)
        .map((n) => `<section><a href="/jobs/view/40000000${n}"></a><b>Job</b></section>`)
        .join('')}</main>`,
    ),
    'www.linkedin.com/jobs/search/empty': page('en', '<main></main>'),
  },
  shows: [
    ['www.linkedin.com/jobs/search', names('Engineer', 0, 3)],
    ['www.linkedin.com/jobs/search/de', names('Ingenieur', 5, 7)],
    ['www.linkedin.com/jobs/search/divs', names('Engineer', 10, 13)],
  ],
  partly: [
    [
      'www.linkedin.com/jobs/search/half',
      '2 results seen on this page, all read. Not read: location (1 of 2).',
    ],
  ],
  drifted: 'www.linkedin.com/jobs/search/drifted',
  empty: 'www.linkedin.com/jobs/search/empty',
  emptyText: 'No jobs on this page yet.',
};

function job(n: number): string {
  return `<li data-occludable-job-id="401234567${n}"><div data-job-id="401234567${n}"><a href="/jobs/view/401234567${n}/?a=1" aria-label="Engineer ${n}"><strong>Engineer ${n}</strong></a>
<div class="artdeco-entity-lockup__subtitle">Acme</div><ul><li>Lyon (Remote)</li></ul><time datetime="2026-11-20">2 days ago</time></div></li>`;
}

function divJob(n: number): string {
  return `<div><div><a href="/jobs/view/40123456${n}/">Engineer ${n}</a></div><div><p>Acme</p><p>Lyon (Remote)</p></div></div>`;
}

function publicJob(n: number): string {
  return `<li><div class="base-card" data-entity-urn="urn:li:jobPosting:401234567${n}"><h3 class="base-search-card__title">Ingenieur ${n}</h3>
<h4 class="base-search-card__subtitle">Beta GmbH</h4><span class="job-search-card__location">Berlin</span><time datetime="2026-11-19">vor 3 Tagen</time></div></li>`;
}
