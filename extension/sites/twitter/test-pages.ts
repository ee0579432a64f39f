import { names, page, range, type TestPages } from '../../core/test-pages.ts';
import { xTimeline, xUser } from './test-shapes.ts';

export const testPages: TestPages = {
  pages: {
    'x.com/acme/followers': page('en', userCells('en', range(0, 2)) + moreUsers()),
    'x.com/i/api/graphql/a1/Followers': xTimeline([xUser(1, 0), xUser(2, 1), xUser(3, 2)]),
    'x.com/acme/following': page('de', userCells('de', range(5, 8))),
    'x.com/acme/verified_followers': page('en', userCells('en', range(10, 12), range(12, 14).map(newCell))),
    'x.com/half/followers': page(
      'en',
      userCells('en', range(20, 22), [
        '<div><div data-testid="UserAvatar-Container-a">A</div></div><div><div data-testid="UserAvatar-Container-b">B</div></div>',
      ]),
    ),
    'x.com/drifted/followers': page(
      'en',
      '<main>' +
        range(0, 12)
          .map((n) => `<div data-testid="UserAvatar-Container-p${n}"><b>Person</b></div>`)
          .join('') +
        '</main>',
    ),
    'x.com/empty/followers': page('en', '<main></main>'),
  },
  shows: [
    ['x.com/acme/following', names('Person', 5, 8)],
    ['x.com/acme/verified_followers', names('Person', 10, 14)],
  ],
  partly: [['x.com/half/followers', '2 of 4 results on this page read, 2 couldn’t be read.']],
  drifted: 'x.com/drifted/followers',
  empty: 'x.com/empty/followers',
  emptyText: 'No profiles on this page yet.',
};

function userCells(lang: 'en' | 'de', numbers: readonly number[], more: readonly string[] = []): string {
  const cells = numbers.map(
    (
      n,
    ) => `<div data-testid="UserCell" role="button"><div data-testid="UserAvatar-Container-person_${n}"><a href="/person_${n}" role="link"></a></div>
<a href="/person_${n}" role="link"><span>Person ${n}</span></a><a href="/person_${n}"><span>@person_${n}</span></a>
<div data-testid="userFollowIndicator"><span>${lang === 'en' ? 'Follows you' : 'Folgt dir'}</span></div>
<button><span>${lang === 'en' ? 'Follow' : 'Folgen'}</span></button><div dir="auto"><span>Writes about </span><span>#wells</span></div></div>`,
  );
  return `<main><section>${[...cells, ...more].join('')}</section></main>`;
}

/** A user in a layout that has no name for its cells. */
function newCell(n: number): string {
  return `<div><div data-testid="UserAvatar-Container-person_${n}"><a href="/person_${n}"></a></div>
<a href="/person_${n}"><span>Person ${n}</span></a><span>@person_${n}</span><p>Writes about wells</p></div>`;
}

function moreUsers(): string {
  return `<button id="more">More</button><script nonce="fake">document.getElementById('more').addEventListener('click', () => {
fetch('/i/api/graphql/a1/Followers?variables=%7B%7D').then((reply) => reply.json()); });</script>`;
}
