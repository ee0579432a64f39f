/**
 * How many made-up pages give exactly the company, address and register numbers that a person would read. The
 * cases are in cases/organization*.txt, written before the engine first read them. Every second one, or a file of its own,
 * is kept apart: no rule was made for it. Run: node bench/accuracy/organization-cases.ts [--quiet | --kept], where --kept also
 * prints the errors of the second half.
 */
import { readFileSync } from 'node:fs';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { pageOrganization } from '../../engines/page-contacts/organization/page-organization.ts';
import type { OrganizationField } from '../../engines/page-contacts/page-contacts.ts';
import { siteContacts } from '../../engines/page-contacts/site-contacts.ts';
import { reportFigure } from '../figures.ts';
import { type Counts, emptyCounts, ratio } from './compare.ts';
import { WHOLE_PAGE_MS } from './fixtures.ts';

/** The name of each set in the output, and its file, or those of its tuned half and, if it has one, of that kept apart. */
const SETS: Readonly<Record<string, string | readonly string[]>> = {
  'Organization cases': 'organizations',
  'Organization layouts': 'organization-layouts',
  'Organization right to left': 'organization-right-to-left',
  'Organization pages of others': ['organization-others', 'organization-unseen'],
  'Organization hard pages': ['organization-hard'],
  'Organization places of others': ['organization-places'],
  'Organization and other owners': ['organization-owners'],
  'Organization spread like websites': ['organization-spread', 'organization-spread-kept'],
  'Organization second spread': ['organization-spread-2', 'organization-spread-2-kept'],
  'Organization whole sites': ['organization-sites', 'organization-sites-kept'],
  'Organization more whole sites': ['organization-sites-2'],
  'Organization third whole sites': ['organization-sites-3', 'organization-sites-3-kept'],
};
const HALVES = ['tuned half', 'half kept apart'] as const;

/** The fields as the cases call them. */
const FIELDS: Readonly<Record<string, OrganizationField>> = {
  name: 'organization_name',
  street: 'street',
  zip: 'postal_code',
  city: 'city',
  region: 'region',
  country: 'country',
  reg: 'registration_number',
  vat: 'vat_number',
};

interface OrganizationCase {
  /** of the first page */
  url: string;
  lang: string;
  /** the requested page, and then the others that are read of its site */
  pages: readonly { url: string; html: string }[];
  /** by field: the values that count as right */
  expected: Readonly<Record<string, string[]>>;
}

/** Reads all cases. Prints how many are right, and the errors of the tuned half unless `quiet`. */
export function measureOrganizationCases({ quiet = false, kept = false } = {}): void {
  for (const [set, files] of Object.entries(SETS)) {
    const halves =
      typeof files === 'string'
        ? HALVES.map((_, half) => casesOf(files).filter((_, index) => index % 2 === half))
        : files.map(casesOf);
    measureSet(set, halves, { quiet, kept });
  }
}

function casesOf(file: string): OrganizationCase[] {
  return readCases(readFileSync(new URL(`cases/${file}.txt`, import.meta.url), 'utf8'));
}

function measureSet(
  set: string,
  halves: readonly (readonly OrganizationCase[])[],
  { quiet, kept }: { quiet: boolean; kept: boolean },
): void {
  for (const [index, half] of HALVES.entries()) {
    const own = halves[index];
    if (!own) continue;
    const counts = new Map<string, Counts>();
    const errors: string[] = [];
    for (const item of own) {
      const found = valuesOf(item);
      const wrong = Object.keys(FIELDS).filter(
        (field) => !note(counts, field, item.expected[field], found[field]),
      );
      if (wrong.length === 0) continue;
      const lines = wrong.map(
        (field) => `    ${field}: ${item.expected[field]?.join(' | ') ?? '-'} / ${found[field] ?? '-'}`,
      );
      errors.push([`  ${item.url}`, ...lines].join('\n'));
    }
    console.log(`${set}, ${half}: ${own.length - errors.length} of ${own.length} pages right`);
    for (const [field, count] of counts) {
      const { precision, recall } = ratio(count);
      console.log(
        `  ${field}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (${count.right} right, ${count.wrong} wrong, ${count.missed} missed)`,
      );
      reportFigure(`accuracy: ${set.toLowerCase()}, ${half}, ${field}, wrong`, count.wrong, 'lower');
      reportFigure(`accuracy: ${set.toLowerCase()}, ${half}, ${field}, missed`, count.missed, 'lower');
    }
    if (!quiet && (half === 'tuned half' || kept)) console.log(errors.join('\n'));
  }
}

/** Counts a field of a page: a wrong value is also a missed one. Returns whether it is right. */
function note(
  counts: Map<string, Counts>,
  field: string,
  expected: string[] | undefined,
  found: string | undefined,
): boolean {
  const count = counts.get(field) ?? emptyCounts();
  counts.set(field, count);
  const isRight = expected
    ? found !== undefined && expected.some((value) => plain(field, value) === plain(field, found))
    : found === undefined;
  if (isRight) {
    if (found !== undefined) count.right += 1;
    return true;
  }
  if (found !== undefined) count.wrong += 1;
  if (expected) count.missed += 1;
  return false;
}

/** Without what people write differently: case, spaces and punctuation. */
function plain(field: string, value: string): string {
  const text = value.toLowerCase().normalize('NFKC');
  return /zip|reg|vat/.test(field) && field !== 'region'
    ? text.replace(/[^\p{L}\p{N}]/gu, '')
    : text.replace(/[.,،;\s]+/g, ' ').trim();
}

/**
 * `=== url lang`, the page, for each other page of the site `+++ url` and the page, `---`, and a line
 * `field: value | other value` for each field.
 */
function readCases(text: string): OrganizationCase[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf('\n');
      const [url = '', lang = ''] = block.slice(0, end).split(' ');
      const cut = block.lastIndexOf('\n---\n');
      const lines = block
        .slice(cut + 5)
        .split('\n')
        .filter(Boolean);
      const expected = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')),
          line
            .slice(line.indexOf(':') + 1)
            .split('|')
            .map((value) => value.trim()),
        ]),
      );
      const [first = '', ...others] = block.slice(end + 1, cut).split(/^\+\+\+ /m);
      const pages = others.map((page) => {
        const lineEnd = page.indexOf('\n');
        return { url: page.slice(0, lineEnd).trim(), html: page.slice(lineEnd + 1) };
      });
      return { url, lang, pages: [{ url, html: first }, ...pages], expected };
    });
}

function valuesOf({ url, lang, pages }: OrganizationCase): Record<string, string | undefined> {
  const read = pages.map((page) =>
    extractPage(`<html lang="${lang}"><body>${page.html}</body></html>`, page.url, {
      cpuBudgetMs: WHOLE_PAGE_MS,
      organization: pageOrganization,
    }),
  );
  const { organization } = siteContacts(read, url);
  return Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, organization[field]]));
}

if (import.meta.main)
  measureOrganizationCases({
    quiet: process.argv.includes('--quiet'),
    kept: process.argv.includes('--kept'),
  });
