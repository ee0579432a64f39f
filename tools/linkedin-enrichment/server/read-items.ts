import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { entriesOfLine } from '#engines/csv/pasted-profiles.ts';
import { linkedinItemKey, linkedinUrlFromKey, readLinkedinProfile } from '#engines/list-items/linkedin.ts';
import { cellValue } from '#engines/list-items/no-value.ts';
import type { ListItems } from '#server/tasks/uploaded-list.ts';
import { cleanText, distinctItems } from '../../list-tool/server/distinct-items.ts';
import {
  LINKEDIN_URLS_PER_TASK,
  type LinkedinEnrichmentInput,
  type LinkedinEntryInput,
  type LinkedinInput,
  URL_MAX_CHARS,
  writeLinkedinInput,
} from '../definition.ts';
import { readProfilePage } from '../engine/profile-page.ts';
import { LINKEDIN_MESSAGES } from '../messages.ts';

const LINE_SHOWN_CHARS = 100;

/**
 * The items of a list (spec lead tools §5): its URLs, each once, however it is written, then saved pages. A line that is
 * no profile stays an item and becomes a failed row. Throws CallError if no line has a URL of LinkedIn.
 */
export async function readProfileItems({
  linkedinUrls,
  pages = [],
}: Pick<LinkedinEnrichmentInput, 'linkedinUrls' | 'pages'>): Promise<ListItems> {
  if (linkedinUrls.length === 0 && pages.length === 0)
    throw new CallError('validation_failed', LINKEDIN_MESSAGES.noUrls);
  const fromPages: LinkedinInput[] = [];
  for (const [index, html] of pages.entries()) {
    fromPages.push(inputOfPage(html, index));
    await nextTurn();
  }
  const { items, positions } = await distinctItems<LinkedinEntryInput | LinkedinInput, LinkedinInput>(
    [...linkedinUrls, ...fromPages],
    {
      toItems: (entry) => (typeof entry === 'object' && 'page' in entry ? [entry] : entryInputs(entry)),
      tooMany: LINKEDIN_URLS_PER_TASK + 1,
      itemKey: ({ linkedinUrl }) => linkedinItemKey(linkedinUrl),
      // A repeat may add what the first one lacks.
      merge: (first, { name, company, page }) => ({
        ...first,
        name: first.name ?? name,
        company: first.company ?? company,
        page: first.page ?? page,
      }),
    },
  );
  if (items.length > LINKEDIN_URLS_PER_TASK)
    throw new CallError('validation_failed', LINKEDIN_MESSAGES.tooMany);
  if (!items.some(({ linkedinUrl }) => isOfLinkedin(linkedinUrl))) throw notValid(items);
  return { inputs: items.map(writeLinkedinInput), positions: positions.slice(0, linkedinUrls.length) };
}

/** The number of items that are profiles. The others never cost anything. */
export function countProfiles(urls: readonly string[]): number {
  return urls.filter((url) => readLinkedinProfile(url).ok).length;
}

function entryInputs(entry: LinkedinEntryInput): LinkedinInput[] {
  const {
    linkedinUrl,
    name = null,
    company = null,
  } = typeof entry === 'string' ? { linkedinUrl: entry } : entry;
  const hints = {
    name: cellValue(cleanText(name ?? '')) || null,
    company: cellValue(cleanText(company ?? '')) || null,
    page: null,
  };
  return entriesOfLine(cleanText(linkedinUrl), 1).map((entry) => ({
    linkedinUrl: cutText(entry.linkedinUrl, URL_MAX_CHARS),
    ...hints,
  }));
}

/** Throws CallError if the page has no profile. */
function inputOfPage(html: string, index: number): LinkedinInput {
  const { profile, person } = readProfilePage(html);
  if (profile === null || person === null)
    throw new CallError(
      'validation_failed',
      `Saved page ${index + 1} isn't a LinkedIn profile. Open the profile in your browser, reload it, save the page as HTML, and send it again.`,
    );
  const page = { ...person, profiles: [...person.profiles] };
  return { linkedinUrl: linkedinUrlFromKey(profile), name: null, company: null, page };
}

function isOfLinkedin(url: string): boolean {
  const reading = readLinkedinProfile(url);
  return reading.ok || (reading.fault !== 'not-linkedin' && reading.fault !== 'empty');
}

function notValid(all: readonly LinkedinInput[]): CallError {
  const invalid = all.slice(0, 5).map(({ linkedinUrl }) => cutText(linkedinUrl, LINE_SHOWN_CHARS));
  return new CallError('validation_failed', LINKEDIN_MESSAGES.noValidUrls, { details: { invalid } });
}
