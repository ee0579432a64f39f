/**
 * Precision and recall of the page extractor on the labeled contact pages (a folder next to the repository,
 * or the first argument) and on the engine's own fixtures. Prints every error. Run: node
 * bench/accuracy/accuracy.ts [folder] [--quiet]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import parsePhoneNumber from 'libphonenumber-js/max';
import { decodeHtml } from '../../engines/page-contacts/decode-html.ts';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { HIDDEN, HIDDEN_EMAILS, NOT_EMAILS } from '../../engines/page-contacts/fixtures/hidden-emails.ts';
import { reportFigure, reportSkipped } from '../figures.ts';
import { type Counts, compare, emptyCounts, ratio, reportErrors } from './compare.ts';
import { measureContactCases } from './contact-cases.ts';
import { measureFixtures, WHOLE_PAGE_MS } from './fixtures.ts';
import { measureLookAlikes } from './look-alikes.ts';
import { measureOrganizationCases } from './organization-cases.ts';
import { measureAllBlocks } from './phone-blocks.ts';
import { measureWrittenCases } from './written-cases.ts';

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
else {
  console.log(`Labeled contact pages: skipped, no labels.json in ${folder}.`);
  reportSkipped('accuracy: labeled pages');
}
measureFixtures(quiet);
measureAllBlocks(quiet);
measureHiddenEmails(quiet);
measureLookAlikes(quiet);
measureWrittenCases({ quiet });
measureContactCases({ quiet });
measureOrganizationCases({ quiet });

interface Label {
  emails: string[];
  phones: string[];
  faxes: string[];
}

function measureContactPages(from: string): void {
  const labels = JSON.parse(readFileSync(join(from, 'labels.json'), 'utf8')) as Record<string, Label>;
  for (const [mode, findUrl] of Object.entries(URL_MODES)) {
    console.log(`Labeled contact pages: ${Object.keys(labels).length} pages, ${mode}`);
    measurePages(from, labels, mode, findUrl);
  }
}

/**
 * Compares phones strictly: by their E.164 form, and a fax found as a phone is an error. A label without
 * calling code that isn't from North America is compared by its national digits.
 */
function measurePages(
  from: string,
  labels: Readonly<Record<string, Label>>,
  mode: string,
  findUrl: (name: string) => string | null,
): void {
  const emails = emptyCounts();
  const phones = emptyCounts();
  const errors: string[] = [];
  for (const [name, label] of Object.entries(labels)) {
    const html = decodeHtml(readFileSync(join(from, 'pages', name)), 'text/html');
    const page = extractPage(html, findUrl(name), { cpuBudgetMs: WHOLE_PAGE_MS });
    const foundEmails = page.emails.map((email) => email.value);
    note(
      errors,
      name,
      'email',
      compare(
        emails,
        label.emails.map((email) => email.toLowerCase()),
        foundEmails,
      ),
    );
    const keys = label.phones.map(phoneKey).filter((key) => key !== '');
    // Labels repeat a number with and without its calling code.
    const whole = keys.filter((key) => key.startsWith('+'));
    const expected = keys.filter((key) => !whole.some((other) => other !== key && other.endsWith(key)));
    const found = page.phones.map(({ value }) => {
      const digits = nationalDigits(value);
      // A trunk prefix may precede the national digits: "01 800 ..." in Mexico.
      return expected.find((key) => key.endsWith(digits) && key.length - digits.length <= 2) ?? value;
    });
    note(errors, name, 'phone', compare(phones, expected, found));
  }
  print('emails', emails);
  print('phones', phones);
  reportErrors(`labeled pages, ${mode}, emails`, emails);
  reportErrors(`labeled pages, ${mode}, phones`, phones);
  if (!quiet) for (const line of errors) console.log(`  ${line}`);
}

/** The E.164 form of a label, else its national digits without trunk prefix, or '' if it isn't a number. */
function phoneKey(written: string): string {
  const plain = keypad(written.replace(/[,;]?\s*(?:ext|x\d|extension)[\s\S]*$/i, ''));
  const region = plain.trim().startsWith('+') ? undefined : 'US';
  const number = parsePhoneNumber(region ? plain : plain.replace('(0)', ''), region);
  if (number?.isValid()) return number.number;
  const digits = plain.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 6 ? digits : '';
}

function nationalDigits(value: string): string {
  return parsePhoneNumber(value)?.nationalNumber ?? value;
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

/** Prints how many hidden addresses are found, and what is found where there is none. */
function measureHiddenEmails(quiet: boolean): void {
  const emails = (html: string): string =>
    extractPage(html, 'https://www.acme.com/', { cpuBudgetMs: WHOLE_PAGE_MS })
      .emails.map(({ value }) => value)
      .join(' ');
  const missed = HIDDEN_EMAILS.filter(([, html, email = HIDDEN]) => emails(html) !== email);
  const wrong = NOT_EMAILS.filter(([, html]) => emails(html) !== '');
  console.log(`Hidden emails: ${HIDDEN_EMAILS.length - missed.length} of ${HIDDEN_EMAILS.length} found`);
  reportFigure('accuracy: hidden emails, missed', missed.length, 'lower');
  reportFigure('accuracy: hidden emails, false', wrong.length, 'lower');
  console.log(`  false addresses: ${wrong.length} in ${NOT_EMAILS.length} pages without one`);
  if (!quiet) for (const [technique] of [...missed, ...wrong]) console.log(`    ${technique}`);
}
