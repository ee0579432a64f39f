/**
 * `npm run bench:threads [-- --pages 10000 --rounds 3 --folder PAGES]`: `leadwell parse` with two threads and with one, in turns, each
 * in a process of its own: pages per second, and how much memory the second thread takes. Needs two idle cores. The pages are those of
 * the folder again and again; by default, the labeled contact pages, or the pages of our tests.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { parse } from '../../tools/website-extraction/command/parse.ts';
import { reportFigure } from '../figures.ts';

const FOLDERS = ['../shared/corpus/contact-pages/pages', 'engines/page-contacts/fixtures/pages'];
const LIMIT = 1.8;
const MEMORY_LIMIT_MB = 80;

interface Measured {
  ms: number;
  peakMb: number;
}

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    pages: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string' },
    threads: { type: 'string' },
  },
});
const folder = resolve(values.folder ?? FOLDERS.find((each) => existsSync(each)) ?? '');

if (values.threads) console.log(JSON.stringify(await measure(Number(values.threads))));
else compare();

async function measure(threads: number): Promise<Measured> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  const pages = Number(values.pages);
  const files = Array.from({ length: pages }, (_, index) => join(folder, names[index % names.length] ?? ''));
  let rows = 0;
  const out = new Writable({
    write(piece: Buffer, _, done) {
      for (const byte of piece) if (byte === 10) rows += 1;
      done();
    },
  });
  const startedAt = performance.now();
  await parse({ files, url: null, out, threads });
  const ms = performance.now() - startedAt;
  if (rows !== pages) throw new Error(`${rows} rows of ${pages} pages`);
  return { ms, peakMb: process.resourceUsage().maxRSS / 1000 };
}

function compare(): void {
  const rounds: Record<number, Measured[]> = { 1: [], 2: [] };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [threads, measured] of Object.entries(rounds)) {
      const args = [import.meta.filename, '--threads', threads, '--pages', values.pages, '--folder', folder];
      measured.push(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Measured);
    }
  }
  const median = (threads: number, figure: keyof Measured) => {
    const sorted = (rounds[threads] ?? []).map((each) => each[figure]).sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? Number.NaN;
  };
  for (const threads of [1, 2]) {
    const rate = Number(values.pages) / (median(threads, 'ms') / 1000);
    const memory = median(threads, 'peakMb').toFixed(0);
    console.log(
      `${threads} ${threads === 1 ? 'thread ' : 'threads'} ${rate.toFixed(0)} pages/s, ${memory} MB`,
    );
  }
  const ratio = median(1, 'ms') / median(2, 'ms');
  console.log(`two threads are ${ratio.toFixed(2)} times as fast as one (goal ${LIMIT})`);
  reportFigure('threads: two / one, pages per second', ratio, 'higher');
  const more = median(2, 'peakMb') - median(1, 'peakMb');
  console.log(`the second thread takes ${more.toFixed(0)} MB (goal ${MEMORY_LIMIT_MB})`);
  reportFigure('threads: two / one, peak memory', median(2, 'peakMb') / median(1, 'peakMb'), 'lower');
}
