import { expect, it } from 'vitest';
import { readHomepage } from '#engines/company-domain/read-homepage.ts';
import { notFoundRow } from './row.ts';
import type { RatedSite, SearchedSites, UnratedSite } from './searched-sites.ts';

const INPUT = { company_name: 'Kestrel', country: null, website: null };
const OTHER: RatedSite = {
  domain: 'kestrel.com',
  score: 0,
  clear: false,
  proven: false,
  isOthers: true,
  linkedHosts: [],
  isRivaled: false,
  source: 'website',
  url: 'https://kestrel.com/',
  page: readHomepage('<title>Falcon</title>', 'https://kestrel.com/'),
  evidence: [],
  problem: null,
};
const unread = (reason: string, temporary: boolean): UnratedSite => ({
  domain: 'kestrel.de',
  source: 'website',
  url: 'https://kestrel.de/',
  reason,
  temporary,
  unread: true,
});
const LATER = "Some couldn't be reached. Try again later";

it.each<[string, Partial<Record<'rated' | 'unrated' | 'undecided', unknown>>, string, boolean]>([
  ['no domain has a website', {}, 'None of the domains we tried has a website', false],
  ['all sites are of others', { rated: [OTHER] }, 'The websites we looked at belong to others', false],
  [
    'others were not looked up',
    { rated: [OTHER], undecided: 1 },
    `The websites we looked at belong to others. ${LATER}`,
    false,
  ],
  [
    'another one did not answer',
    { rated: [OTHER], unrated: [unread('Too slow', true)] },
    `The websites we looked at belong to others. ${LATER}`,
    false,
  ],
  [
    'another one wants no visits',
    { rated: [OTHER], unrated: [unread('robots.txt', false)] },
    'The websites we looked at belong to others',
    false,
  ],
  [
    'one wants no visits and another did not answer',
    { unrated: [unread('robots.txt', false), unread('Too slow', true)] },
    'kestrel.de: Too slow',
    true,
  ],
  ['nothing was looked up', { undecided: 2 }, "We couldn't look up domains. Try again later", true],
])('explains that %s', (_case, { rated = [], unrated = [], undecided = 0 }, explanation, isFailed) => {
  const search = {
    rated: () => rated,
    unrated: () => unrated,
    counts: () => ({ undecided }),
  } as SearchedSites;
  const { row, failed } = notFoundRow(INPUT, 'none', search);
  expect({ explanation: row.explanation, failed }).toEqual({ explanation, failed: isFailed });
});
