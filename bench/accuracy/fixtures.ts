import { readFileSync } from 'node:fs';
import { decodeHtml } from '../../engines/page-contacts/decode-html.ts';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { siteContacts } from '../../engines/page-contacts/site-contacts.ts';
import { type Counts, compare, emptyCounts, ratio, reportErrors } from './compare.ts';

/** The contacts on a fixture page. `faxes` must not be found as phones. */
interface FixtureLabel {
  url: string;
  contentType?: string;
  emails: string[];
  phones: string[];
  faxes?: string[];
  socials: Record<string, string>;
  rendersWithScript?: boolean;
}

/** Enough time for any page on a busy machine, because this measures accuracy, not speed. */
export const WHOLE_PAGE_MS = 60_000;

const FOLDER = new URL('../../engines/page-contacts/fixtures/', import.meta.url);

/** Measures the engine on its own fixtures, which cover what the labeled contact pages lack. */
export function measureFixtures(quiet: boolean): void {
  const labels = JSON.parse(readFileSync(new URL('labels.json', FOLDER), 'utf8')) as Record<
    string,
    FixtureLabel
  >;
  const emails = emptyCounts();
  const phones = emptyCounts();
  const socials = emptyCounts();
  const errors: string[] = [];
  const note = (name: string, kind: string, result: { wrong: string[]; missed: string[] }): void => {
    for (const value of result.wrong) errors.push(`${name}  ${kind} wrong   ${value}`);
    for (const value of result.missed) errors.push(`${name}  ${kind} missed  ${value}`);
  };
  for (const [name, label] of Object.entries(labels)) {
    const bytes = readFileSync(new URL(`pages/${name}`, FOLDER));
    const page = extractPage(decodeHtml(bytes, label.contentType ?? 'text/html'), label.url, {
      cpuBudgetMs: WHOLE_PAGE_MS,
    });
    const site = siteContacts([page], label.url);
    note(name, 'email', compare(emails, label.emails, site.emails));
    note(name, 'phone', compare(phones, label.phones, site.phones));
    note(name, 'social', compare(socials, pairs(label.socials), profiles(site.socials)));
    if (page.rendersWithScript !== (label.rendersWithScript ?? false))
      errors.push(`${name}  rendersWithScript is ${page.rendersWithScript}`);
  }
  console.log(`Fixtures: ${Object.keys(labels).length} pages`);
  print('emails', emails);
  print('phones', phones);
  print('socials', socials);
  reportErrors('fixtures, emails', emails);
  reportErrors('fixtures, phones', phones);
  reportErrors('fixtures, socials', socials);
  if (!quiet) for (const line of errors) console.log(`  ${line}`);
}

function pairs(socials: Record<string, string>): string[] {
  return Object.entries(socials).map(([network, username]) => `${network} ${username}`);
}

function profiles(socials: Record<string, { username: string }>): string[] {
  return Object.entries(socials).map(([network, profile]) => `${network} ${profile.username}`);
}

function print(kind: string, counts: Counts): void {
  const { precision, recall } = ratio(counts);
  console.log(
    `  ${kind}: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)} (${counts.right} right, ${counts.wrong} wrong, ${counts.missed} missed)`,
  );
}
