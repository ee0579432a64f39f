/**
 * How many names, pasted tables and links to profiles are read as a person would. Each set has a half that the
 * engines were tuned on and a half that was kept apart; names and tables also have cases of another author, who knew
 * neither, which the engines were tuned on later. The cases are in cases/. Run: node
 * bench/accuracy/written-cases.ts [--quiet | --kept], where --kept also prints the errors of the second half.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readCompanyFile } from '../../engines/csv/pasted-companies.ts';
import { readPastedProfiles } from '../../engines/csv/pasted-profiles.ts';
import { readPastedWebsites } from '../../engines/csv/pasted-websites.ts';
import { readPersonTable } from '../../engines/csv/person-table.ts';
import { readEmail } from '../../engines/list-items/email.ts';
import { linkedinItemKey } from '../../engines/list-items/linkedin.ts';
import { readEmployer } from '../../engines/list-items/person.ts';
import { toSocialProfile } from '../../engines/page-contacts/socials/social-profile.ts';
import { plainName } from '../../engines/person-names/person-name.ts';
import { DEFAULT_CANDIDATES, rankCandidates } from '../../tools/email-finder/engine/email-candidates.ts';
import { reportFigure } from '../figures.ts';

interface Case {
  /** what a person writes or pastes */
  written: string;
  expected: string;
  found: string;
}

const SETS: Readonly<Record<string, (text: string) => Case[]>> = {
  names: readNames,
  tables: readTables,
  socials: readSocials,
};
/** What to call the cases of each kind of file. */
const PARTS = { tuned: 'tuned half', kept: 'kept half', others: 'of another author' } as const;

/** Reads all cases. Prints how many are right, and the errors of the tuned half unless `quiet`. */
export function measureWrittenCases({ quiet = false, kept = false } = {}): void {
  for (const [set, read] of Object.entries(SETS)) {
    for (const [part, called] of Object.entries(PARTS)) {
      const file = new URL(`cases/${set}-${part}.txt`, import.meta.url);
      if (!existsSync(file)) continue;
      const cases = read(readFileSync(file, 'utf8'));
      const wrong = cases.filter(({ expected, found }) => expected !== found);
      const right = cases.length - wrong.length;
      console.log(`Written cases, ${set}, ${called}: ${right} of ${cases.length} right`);
      reportFigure(`accuracy: written cases, ${set}, ${called}, wrong`, wrong.length, 'lower');
      if (quiet || (part === 'kept' && !kept)) continue;
      for (const { written, expected, found } of wrong)
        console.log(`  ${JSON.stringify(written)}: ${expected} | ${found}`);
    }
  }
}

/** `written = given / family / address`, `first field ++ last field = given / family`. The address is optional. */
function readNames(text: string): Case[] {
  return linesWith(text, ' = ').map(([written, wanted]) => {
    const [given = '', family = '', address] = wanted.split('/').map((part) => part.trim());
    const [first = '', last = ''] = written.split(' ++ ');
    const name = plainName({ first, last });
    const isCandidate =
      address === undefined ||
      rankCandidates({ first, last }, { domain: 'acme.com', limit: DEFAULT_CANDIDATES }).some(
        ({ localPart }) => localPart === address,
      );
    return {
      written,
      expected: [given, family, ...(address ? [address] : [])].join(' / '),
      found: [name.first, name.last, ...(address && isCandidate ? [address] : [])].join(' / '),
    };
  });
}

/** `href = network username`, and `-` for no profile. */
function readSocials(text: string): Case[] {
  return linesWith(text, ' = ').map(([written, expected]) => {
    const profile = toSocialProfile(written);
    return { written, expected, found: profile ? `${profile.network} ${profile.username}` : '-' };
  });
}

/** `=== name | reader`, the text, `---`, and what is read. */
function readTables(text: string): Case[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf('\n');
      const [name = '', reader = ''] = block.slice(0, end).split(' | ');
      const cut = block.lastIndexOf('\n---\n');
      const found = TABLE_READERS[reader]?.(block.slice(end + 1, cut)) ?? '';
      return { written: name, expected: block.slice(cut + 5).trim(), found };
    });
}

const TABLE_READERS: Readonly<Record<string, (text: string) => string>> = {
  websites: (text) =>
    readPastedWebsites(text)
      .taken.map(({ key }) => key)
      .join(' '),
  companies: (text) => (readCompanyFile(text) ?? []).map((entry) => entry.company_name).join('; '),
  profiles: (text) =>
    readPastedProfiles(text)
      .entries.map(({ linkedinUrl }) => linkedinItemKey(linkedinUrl))
      .join(' '),
  people: (text) =>
    readPersonTable(text)
      .rows.flatMap(({ inputs }) => inputs)
      .map((input) => {
        if ('address' in input) {
          const reading = readEmail(input.address);
          return reading.ok ? reading.address.canonical : `? ${input.address}`;
        }
        const employer = readEmployer(input.domain);
        const company = employer.ok ? employer.domain : (input.company ?? input.domain);
        return `${input.first_name}|${input.last_name}|${company}`;
      })
      .join(' '),
};

function linesWith(text: string, separator: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const at = line.lastIndexOf(separator);
    return at < 0 ? [] : [[line.slice(0, at), line.slice(at + separator.length).trim()]];
  });
}

if (import.meta.main)
  measureWrittenCases({ quiet: process.argv.includes('--quiet'), kept: process.argv.includes('--kept') });
