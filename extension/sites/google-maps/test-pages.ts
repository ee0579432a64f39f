import { names, page, range, type TestPages } from '../../core/test-pages.ts';
import { featureId, mapsSearch, placeId } from './test-shapes.ts';

export const testPages: TestPages = {
  pages: {
    'www.google.com/maps/search/cafes': page(
      'en',
      `${mapsFeed('en', range(0, 6))}${mapsState('older', range(0, 6))}${moreMaps(6, 12)}`,
    ),
    'www.google.com/search': mapsSearch('newer', range(6, 12)),
    'www.google.com/maps/search/baeckerei': page('de', mapsFeed('de', range(20, 25))),
    'www.google.com/maps/place/one': page('en', mapsPlacePage(30)),
    'www.google.com/maps/search/drifted': page('en', mapsFeed('drifted', range(0, 12))),
    'www.google.com/maps/search/empty': page('en', '<div role="main"><div role="feed"></div></div>'),
    'www.google.com/maps/search/two-layouts': page(
      'en',
      mapsFeed('en', range(40, 43), `<section>${mapsCards('en', range(43, 46))}</section>`),
    ),
    'www.google.com/maps/search/wrapped': page(
      'en',
      mapsFeed('en', [], `<div>${mapsCards('en', range(50, 53))}</div>`),
    ),
    'www.google.com/maps/search/half': page(
      'en',
      mapsFeed(
        'en',
        range(60, 63),
        '<section><a href="/maps/p/1">Cafe</a><a href="/maps/p/2">Cafe</a></section>',
      ),
    ),
    'www.google.com/maps/search/many': page('en', mapsFeed('en', range(100, 160))),
  },
  shows: [
    ['www.google.com/maps/search/baeckerei', names('Business', 20, 25)],
    ['www.google.com/maps/place/one', ['Business 30']],
    ['www.google.com/maps/search/two-layouts', names('Business', 40, 46)],
  ],
  partly: [
    ['www.google.com/maps/search/wrapped', '1 of 3 results on this page read, 2 couldn’t be read.'],
    ['www.google.com/maps/search/half', '3 of 5 results on this page read, 2 couldn’t be read.'],
  ],
  drifted: 'www.google.com/maps/search/drifted',
  empty: 'www.google.com/maps/search/empty',
  emptyText: 'No businesses on this page yet.',
};

type MapsKind = 'en' | 'de' | 'drifted';

function mapsFeed(kind: MapsKind, numbers: readonly number[], more = ''): string {
  return `<div role="main"><h1>Results</h1><div role="feed" aria-label="Results">${mapsCards(kind, numbers)}${more}</div></div>`;
}

function mapsCards(kind: MapsKind, numbers: readonly number[]): string {
  const cards = numbers.map((n) => {
    if (kind === 'drifted') return `<div><a href="/maps/place/x/data=!9z${n}"><span>Place</span></a></div>`;
    const href = `/maps/place/Business/data=!4m7!3m6!1s${featureId(n)}!8m2!3d48.1${n}!4d11.5${n}!16s!19s${placeId(n)}?hl=${kind}`;
    const stars = kind === 'en' ? `4.6 stars 1,${200 + n} Reviews` : `4,6 Sterne 1.${200 + n} Rezensionen`;
    const hours = kind === 'en' ? 'Open ⋅ Closes 6 PM' : 'Geöffnet ⋅ Schließt um 18:00';
    return `<div><div><a href="${href}" aria-label="Business ${n}"></a><div class="x${n}"><div>Business ${n}</div>
<span role="img" aria-label="${stars}"><span>${kind === 'en' ? '4.6' : '4,6'}</span><span>(1${kind === 'en' ? ',' : '.'}${200 + n})</span></span>
<div><span><span>${kind === 'en' ? 'Coffee shop' : 'Bäckerei'}</span></span><span> <span>·</span> <span>${n} Main Street</span></span></div>
<div><span>${hours}</span><span> <span>·</span> <span>+1 555-010-${1000 + n}</span></span></div></div></div></div><div></div>`;
  });
  return cards.join('');
}

function mapsState(generation: 'older' | 'newer', numbers: readonly number[]): string {
  const inner = JSON.stringify([null, null, mapsSearch(generation, numbers)]).replaceAll('<', '\\u003c');
  return `<script nonce="fake">window.APP_INITIALIZATION_STATE = [1, [2], null, ${inner}];</script>`;
}

/** A button that loads more results, as scrolling does on the site. */
function moreMaps(from: number, to: number): string {
  return `<button id="more">More</button><script nonce="fake">document.getElementById('more').addEventListener('click', () => {
const request = new XMLHttpRequest(); request.open('GET', '/search?tbm=map&hl=en&pb=${from}-${to}'); request.send(); });</script>`;
}

function mapsPlacePage(n: number): string {
  return `<script nonce="fake">history.replaceState(null, '', '/maps/place/Business/@48,11z/data=!4m6!3m5!1s${featureId(n)}!8m2!3d48.13!4d11.53!16s!19s${placeId(n)}');</script>
<div role="main"><h1>Business ${n}</h1><span role="img" aria-label="4.2 stars"></span><button jsaction="x.category">Museum</button>
<button data-item-id="address">${n} Main Street</button><a data-item-id="authority" href="https://business${n}.example.com/">site</a>
<button data-item-id="phone:tel:+15550100030">(555) 010-0030</button><a href="/maps/place/Other/data=!1s${featureId(n + 1)}">Other</a></div>`;
}
