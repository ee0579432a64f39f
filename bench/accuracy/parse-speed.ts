/**
 * Pages per second of decodeHtml + extractPage on one core, and the ratio to htmlparser2's bare Parser in the
 * same run. Uses the labeled contact pages, scaled to 48 KB on average, or a folder of .html files (first
 * argument). Run: node bench/accuracy/parse-speed.ts [folder]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Parser } from 'htmlparser2';
import { decodeHtml } from '../../engines/page-contacts/decode-html.ts';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { pageOrganization } from '../../engines/page-contacts/organization/page-organization.ts';
import { reportFigure, reportSkipped } from '../figures.ts';

const REFERENCE_BYTES = 48_000;
const ROUNDS = Number(process.env.ROUNDS ?? 20);

const folder = resolve(process.argv[2] ?? '../shared/corpus/contact-pages/pages');
if (!existsSync(folder)) {
  console.log(`Parse speed: skipped, ${folder} does not exist. Pass a folder with .html files.`);
  reportSkipped('parse: ');
  process.exit(0);
}
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => readFileSync(join(folder, name)));
const bytes = pages.reduce((sum, page) => sum + page.length, 0);
const ours: number[] = [];
const baseline: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(
    msPerPage((page, index) =>
      extractPage(decodeHtml(page, 'text/html; charset=utf-8'), `https://www.site${index}.com/contact`, {
        organization: pageOrganization,
      }),
    ),
  );
  baseline.push(msPerPage((page) => new Parser({}).end(page.toString('utf8'))));
}
const median = warmMedian(ours);
const average = bytes / pages.length;
const scaled = (median / average) * REFERENCE_BYTES;
console.log(`Parse speed over ${pages.length} pages of ${(average / 1000).toFixed(1)} KB on average:`);
console.log(`  ${median.toFixed(2)} ms CPU per page, ${(1000 / median).toFixed(0)} pages/s`);
console.log(`  at 48 KB per page: ${scaled.toFixed(2)} ms, ${(1000 / scaled).toFixed(0)} pages/s`);
reportFigure('parse: CPU time / tokenizer', median / warmMedian(baseline), 'lower');
console.log(
  `  compared to htmlparser2's bare Parser: ${(median / warmMedian(baseline)).toFixed(2)} times its time`,
);

/** Average CPU time of `work` in ms per page. */
function msPerPage(work: (page: Buffer, index: number) => void): number {
  const start = process.cpuUsage();
  pages.forEach(work);
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1000 / pages.length;
}

/** The median without the warm-up rounds. */
function warmMedian(rounds: readonly number[]): number {
  const warm = rounds.slice(2).sort((a, b) => a - b);
  return warm[warm.length >> 1] ?? Number.NaN;
}
