/**
 * Precision and recall of the page extractor on the labeled contact pages (a folder next to the repository,
 * or the first argument) and on the engine's own fixtures. Prints every error. Run: node
 * bench/accuracy/accuracy.ts [folder] [--quiet]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodeHtml } from '../../engines/page-contacts/decode-html.ts';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { type Counts, compare, emptyCounts, ratio } from './compare.ts';
import { measureFixtures, WHOLE_PAGE_MS } from './fixtures.ts';

/** Page URLs to test with: unknown, as for most of these pages, and known, as in a crawl. */
const URL_MODES: Readonly<Record<string, (name: string) => string | null>> = {
  'URL unknown except for a base href': () => null,
  'each with a made-up URL': (name) => `http://page-${name.replace('.html', '').toLowerCase()}.com/`,
};

const quiet = process.argv.includes('--quiet');
const folder = resolve(
  process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? '../shared/corpus/contact-pages',
);

if (existsSync(join(folder, 'labels.json'))) measureContactPages(folder);
else console.log(`Labeled contact pages: skipped, no labels.json in ${folder}.`);
measureFixtures(quiet);

interface Label {
  emails: string[];
  phones: string[];
  faxes: string[];
}

function measureContactPages(from: string): void {
  const labels = JSON.parse(readFileSync(join(from, 'labels.json'), 'utf8')) as Record<string, Label>;
  for (const [mode, urlOf] of Object.entries(URL_MODES)) {
    console.log(`Labeled contact pages: ${Object.keys(labels).length} pages, ${mode}`);
    measurePages(from, labels, urlOf);
  }
}

/**
 * Compares phones by their last ten digits without extension. Ignores faxes found as phones (see the folder's
 * README).
 */
function measurePages(
  from: string,
  labels: Readonly<Record<string, Label>>,
  urlOf: (name: string) => string | null,
): void {
  const emails = emptyCounts();
  const phones = emptyCounts();
  const errors: string[] = [];
  for (const [name, label] of Object.entries(labels)) {
    const html = decodeHtml(readFileSync(join(from, 'pages', name)), 'text/html');
    const page = extractPage(html, urlOf(name), { cpuBudgetMs: WHOLE_PAGE_MS });
    const found = page.emails.map((email) => email.value);
    note(
      errors,
      name,
      'email',
      compare(
        emails,
        label.emails.map((email) => email.toLowerCase()),
        found,
      ),
    );
    const faxes = new Set(label.faxes.map(phoneKey));
    const expected = label.phones.map(phoneKey).filter((key) => key.length >= 7 && !faxes.has(key));
    const foundPhones = page.phones.map((phone) => phoneKey(phone.value)).filter((key) => !faxes.has(key));
    note(errors, name, 'phone', compare(phones, expected, foundPhones));
  }
  print('emails', emails);
  print('phones', phones);
  if (!quiet) for (const line of errors) console.log(`  ${line}`);
}

function phoneKey(written: string): string {
  return keypad(written.replace(/[,;]?\s*(?:ext|x\d|extension)[\s\S]*$/i, ''))
    .replace(/\D/g, '')
    .slice(-10);
}

/** Converts vanity letters to digits. Drops a second form of the number in parentheses. */
function keypad(written: string): string {
  if (!/[A-Z]{3}/.test(written)) return written;
  return written
    .replace(/\s*\([\d-]{4,}\)/, '')
    .replace(/[A-Z]/g, (char) => '22233344455566677778889999'[char.charCodeAt(0) - 65] ?? '');
}

function note(
  errors: string[],
  name: string,
  kind: string,
  result: { wrong: string[]; missed: string[] },
): void {
  for (const value of result.wrong) errors.push(`${name}  ${kind} wrong   ${value}`);
  for (const value of result.missed) errors.push(`${name}  ${kind} missed  ${value}`);
}

function print(kind: string, counts: Counts): void {
  const { precision, recall } = ratio(counts);
  console.log(
    `  ${kind}: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)} (${counts.right} right, ${counts.wrong} wrong, ${counts.missed} missed)`,
  );
}
