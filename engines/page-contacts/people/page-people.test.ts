import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import type { FoundPerson } from './found-person.ts';
import { LABELED_PAGES, type LabeledPage } from './labeled-pages.ts';
import { LABELED_PAGES_APART } from './labeled-pages-apart.ts';
import { MORE_LABELED_PAGES } from './more-labeled-pages.ts';
import { MORE_LABELED_PAGES_APART } from './more-labeled-pages-apart.ts';
import { pagePeople } from './page-people.ts';

function peopleOf(html: string, url = 'https://acme.com/'): FoundPerson[] {
  return extractPage(html, url, { now: () => 0, people: pagePeople }).people;
}

const EVERY_PAGE = [
  ...LABELED_PAGES,
  ...LABELED_PAGES_APART,
  ...MORE_LABELED_PAGES,
  ...MORE_LABELED_PAGES_APART,
];

describe.each(EVERY_PAGE)('$about', ({ html, url, people, missed = [] }: LabeledPage) => {
  test('has exactly these people', () => {
    const found = peopleOf(html, url).map(({ source: _, ...person }) =>
      Object.fromEntries(Object.entries(person).filter(([, value]) => value !== null)),
    );
    const expected = people
      .filter(({ name }) => !missed.includes(name))
      .map((person) =>
        Object.fromEntries(
          Object.entries(person).filter(([field]) => !missed.includes(`${person.name}: ${field}`)),
        ),
      );
    expect(found).toEqual(expected);
  });
});

test('reads no people unless asked', () => {
  const [page] = LABELED_PAGES;
  expect(extractPage(page?.html ?? '', null).people).toEqual([]);
});

test('joins what structured data and a card say about a person', () => {
  const html = `<script type="application/ld+json">{"@type":"Person","name":"Jane Miller","jobTitle":"CEO"}</script>
    <h3>Jane Miller</h3><p>Managing Director</p><a href="mailto:jane@acme.com">Email</a>`;
  expect(peopleOf(html)).toEqual([
    {
      name: 'Jane Miller',
      title: 'CEO',
      email: 'jane@acme.com',
      phone: null,
      profile: null,
      source: 'json-ld',
    },
  ]);
});

test('leaves out people of other companies, as far as their mailboxes say it', () => {
  const card = (name: string, email: string) =>
    `<h3>${name}</h3><p>Account Director</p><a href="mailto:${email}">Email</a>`;
  const agency = card('Dan Koh', 'dan.koh@agency.com');
  const own = card('Jane Miller', 'jane@acme.com') + card('Tom Reed', 'tom.reed@gmail.com');
  expect(peopleOf(own + agency).map(({ name }) => name)).toEqual(['Jane Miller', 'Tom Reed']);
  // A company may have its mailboxes elsewhere.
  expect(peopleOf(agency).map(({ name }) => name)).toEqual(['Dan Koh']);
});

test('gives a mailbox, number or profile of two people to neither', () => {
  const person = (name: string) =>
    `{"@type":"Person","name":"${name}","jobTitle":"CEO","email":"miller@acme.com"}`;
  const html = `<script type="application/ld+json">[${person('Jane Miller')},${person('Tom Miller')}]</script>`;
  expect(peopleOf(html)).toEqual([]);
});

test('leaves out people who work for another organization, as far as the page says', () => {
  const html = `<script type="application/ld+json">[{"@type":"Organization","name":"Acme"},
    {"@type":"Person","name":"Jane Miller","jobTitle":"CEO","email":"jane@other.com","worksFor":{"name":"Other"}},
    {"@type":"Person","name":"Tom Reed","jobTitle":"CTO","email":"tom@acme.com","worksFor":{"name":"ACME"}}]</script>`;
  expect(peopleOf(html).map(({ name }) => name)).toEqual(['Tom Reed']);
});

test('leaves out marked authors and organizations', () => {
  const html = `<p class="vcard author"><a class="fn url" href="https://www.linkedin.com/in/jane-miller">Jane Miller</a></p>
    <p class="vcard"><span class="fn org">Miller Brothers</span> <a class="email" href="mailto:miller@acme.com">Email</a></p>`;
  expect(peopleOf(html)).toEqual([]);
});

test('leaves out the contacts of what is inside the card of a person', () => {
  const html = `<div itemscope itemtype="https://schema.org/Person"><b itemprop="name">Jane Miller</b>
    <div itemprop="worksFor" itemscope><i itemprop="name">Acme</i><a itemprop="email" href="mailto:hq@acme.com">Us</a></div>
    <a itemprop="email" href="mailto:jane@acme.com">Email</a></div>`;
  expect(peopleOf(html)).toMatchObject([{ name: 'Jane Miller', email: 'jane@acme.com' }]);
});

test('never gives a mailbox of a role to a person', () => {
  const html = `<script type="application/ld+json">{"@type":"Person","name":"Jane Miller","jobTitle":"CEO","email":"info@acme.com","sameAs":"https://www.linkedin.com/in/jane-miller"}</script>`;
  expect(peopleOf(html)).toMatchObject([{ name: 'Jane Miller', email: null }]);
});

test('reads addresses that are spelled out', () => {
  const html = '<table><tr><td>Ann Bell</td><td>Director</td><td>abell at acme dot com</td></tr></table>';
  expect(peopleOf(html)).toMatchObject([{ name: 'Ann Bell', email: 'abell@acme.com' }]);
});

test('knows names that are also particles', () => {
  const html = '<p>Dr. Ben Olsen</p><p>Professor</p><a href="mailto:bolsen@acme.com">Email</a>';
  expect(peopleOf(html)).toMatchObject([{ name: 'Dr. Ben Olsen', email: 'bolsen@acme.com' }]);
});

test('takes no department with an address like its name for a person', () => {
  const html = `<p>Planning Commission - Signage</p><p>, Commercial Development</p><a href="mailto:commissioner@acme.com">Email</a>
    <p>Marketing Council</p><p>Director</p><a href="mailto:council@acme.com">Email</a>`;
  expect(peopleOf(html)).toEqual([]);
});

test('stops when the time for a page is used up', () => {
  const card = '<h3>Jane Miller</h3><p>CEO</p><a href="mailto:jane@acme.com">Email</a>';
  let reads = 0;
  const now = () => {
    reads += 1;
    return reads;
  };
  const page = extractPage(card.repeat(20_000), 'https://acme.com/', {
    now,
    cpuBudgetMs: 20,
    people: pagePeople,
  });
  expect(page.truncated).toBe(true);
});

test('knows the mailboxes of an umlaut domain', () => {
  const card = (name: string, email: string) =>
    `<h3>${name}</h3><p>Account Director</p><a href="mailto:${email}">Email</a>`;
  const html = card('Jane Miller', 'jane@müller-bau.de') + card('Dan Koh', 'dan.koh@agency.com');
  const people = peopleOf(html, 'https://xn--mller-bau-q9a.de/');
  expect(people.map(({ name }) => name)).toEqual(['Jane Miller']);
});
