/**
 * How many made-up pages give exactly the emails, phones and faxes that a person would read. The cases are in
 * cases/contacts-*.txt, written before the engine first read them. Every second one, or a file of its own, is kept apart: no
 * rule was made for it. Run: node bench/accuracy/contact-cases.ts [set] [--quiet | --kept], where --kept also prints the
 * errors of the second half.
 */
import { readFileSync } from 'node:fs';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { siteContacts } from '../../engines/page-contacts/site-contacts.ts';
import { reportFigure } from '../figures.ts';
import { WHOLE_PAGE_MS } from './fixtures.ts';

const SETS = [
  'faxes',
  'phones',
  'emails',
  'owners',
  'companies',
  'islands',
  'continued',
  'ranges',
  'counts',
  'others',
  'pages',
  'pages-2',
] as const;
const HALVES = { 'tuned half': 0, 'half kept apart': 1 };
/** The sets whose other half is a file of its own: whole pages of six authors. */
const KEPT_FILES: ReadonlySet<string> = new Set(['pages', 'pages-2']);

export interface ContactCase {
  url: string;
  lang: string;
  html: string;
  /** emails, phones, faxes as `fax +49...`, and numbers of an unknown country as `? 030 1234` */
  expected: string[];
}

/** Reads all cases. Prints how many are right, and the errors of the tuned half unless `quiet`. */
export function measureContactCases({ quiet = false, kept = false, only = '' } = {}): void {
  for (const set of SETS) {
    if (only && set !== only) continue;
    for (const [half, rest] of Object.entries(HALVES)) {
      const own = KEPT_FILES.has(set)
        ? contactCases(rest === 0 ? set : `${set}-kept`)
        : contactCases(set).filter((_, index) => index % 2 === rest);
      const wrong = own.filter((item) => item.expected.join(' ') !== valuesOf(item).join(' '));
      const falseValues = own.flatMap((item) => valuesOf(item).filter((v) => !item.expected.includes(v)));
      console.log(
        `Contact cases, ${set}, ${half}: ${own.length - wrong.length} of ${own.length} right, ${falseValues.length} false values`,
      );
      reportFigure(`accuracy: contact cases, ${set}, ${half}, wrong`, wrong.length, 'lower');
      reportFigure(`accuracy: contact cases, ${set}, ${half}, false values`, falseValues.length, 'lower');
      if (quiet || (rest === 1 && !kept)) continue;
      for (const item of wrong)
        console.log(
          `  ${item.url} ${item.html}\n    ${item.expected.join(' ')} | ${valuesOf(item).join(' ')}`,
        );
    }
  }
}

/** All cases of one file: `=== url lang`, the page, `---`, and what it has. */
export function contactCases(file: string): ContactCase[] {
  return readCases(readFileSync(new URL(`cases/contacts-${file}.txt`, import.meta.url), 'utf8'));
}

function readCases(text: string): ContactCase[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf('\n');
      const [url = '', lang = ''] = block.slice(0, end).split(' ');
      const cut = block.lastIndexOf('\n---\n');
      const expected = block.slice(cut + 5).trim();
      return {
        url,
        lang,
        html: block.slice(end + 1, cut),
        expected: expected
          .split(/ (?=[^\s@]+@|\+|fax \+|\? )(?<!fax )/)
          .filter(Boolean)
          .sort(),
      };
    });
}

/** What the engine reads on the page of a case. */
export function valuesOf({ url, lang, html }: ContactCase): string[] {
  const page = extractPage(
    /<html/i.test(html) ? html : `<html lang="${lang}"><body>${html}</body></html>`,
    url,
    {
      cpuBudgetMs: WHOLE_PAGE_MS,
    },
  );
  const site = siteContacts([page], url);
  return [
    ...site.emails,
    ...site.phones,
    ...site.faxes.map((number) => `fax ${number}`),
    ...site.unplacedPhones.map((number) => `? ${number}`),
  ].sort();
}

if (import.meta.main)
  measureContactCases({
    quiet: process.argv.includes('--quiet'),
    kept: process.argv.includes('--kept'),
    only: process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? '',
  });
