import type { CutCard } from '../../extension/core/page-cut.ts';
import { read as readGoogleMaps } from '../../extension/sites/google-maps/reader.ts';
import { featureId, mapsSearch, placeId } from '../../extension/sites/google-maps/test-shapes.ts';
import { read as readLinkedin } from '../../extension/sites/linkedin/reader.ts';
import { read as readTwitter } from '../../extension/sites/twitter/reader.ts';
import { xTimeline, xUser } from '../../extension/sites/twitter/test-shapes.ts';
import { reportFigure } from '../figures.ts';
import { tokenizerMs } from '../tokenizer-time.ts';

/**
 * `npm run bench:readers`: CPU time to read 10,000 results of a page. Exits with 1 when one takes longer than a
 * second.
 */
const RESULTS = 10_000;
const BUDGET_MS = 1000;

/** CPU time of this thread in ms. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const numbers = Array.from({ length: RESULTS }, (_, n) => n);
const url = 'https://www.google.com/maps/search/cafes/';
const card = (n: number): CutCard => ({
  texts: [
    `Business ${n}`,
    '4.6',
    '(1,234)',
    'Coffee shop',
    '·',
    `${n} Main Street`,
    'Open',
    '·',
    '(555) 010-0199',
  ],
  links: [
    {
      href: `https://www.google.com/maps/place/B/data=!1s${featureId(n)}!3d48.1!4d11.5!19s${placeId(n)}`,
      label: `Business ${n}`,
      text: '',
    },
  ],
  marks: [{ name: 'rating', value: '4.6 stars 1,234 Reviews', text: '' }],
});
const person = (n: number): CutCard => ({
  texts: [`Ada ${n}`, '• 2nd', 'Head of Sales', 'Lyon, France'],
  links: [{ href: `https://www.linkedin.com/in/ada-${n}`, label: '', text: `Ada ${n}` }],
  marks: [],
});

const maps = mapsSearch('older', numbers);
const timeline = xTimeline(numbers.map((n) => xUser(2, n)));
const mapsCards = numbers.map(card);
const people = numbers.map(person);

const TRIES = 5;

const RUNS: readonly [name: string, run: () => { rows: unknown[] }][] = [
  ['Google Maps, response', () => readGoogleMaps({ url, cards: [], states: [maps] })],
  ['Google Maps, cards', () => readGoogleMaps({ url, cards: mapsCards, states: [] })],
  ['X, response', () => readTwitter({ url, cards: [], states: [timeline] })],
  ['LinkedIn, cards', () => readLinkedin({ url, cards: people, states: [] })],
];

for (const [name, run] of RUNS) {
  // The least of a few, as of the tokenizer: single ones differ by half.
  const tries = Array.from({ length: TRIES }, () => {
    const start = cpuMs();
    const { rows } = run();
    return { rows, ms: cpuMs() - start };
  });
  const ms = Math.min(...tries.map((each) => each.ms));
  const rows = tries.flatMap((each) => each.rows);
  reportFigure(`readers: ${name}, CPU time / tokenizer`, ms / tokenizerMs(), 'lower');
  const good = rows.length === TRIES * RESULTS && ms < BUDGET_MS;
  if (!good) process.exitCode = 1;
  console.log(
    `${ms.toFixed(0).padStart(5)} ms  ${RESULTS} rows  ${name}${good ? '' : '  TOO SLOW OR INCOMPLETE'}`,
  );
}
