import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { LINKEDIN_URLS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { entriesOfLine } from '#engines/csv/linkedin-list.ts';
import { readProfilePage } from '#engines/linkedin-profile/profile-page.ts';
import { linkedinItemKey, linkedinUrlOf, readLinkedinProfile } from '#engines/list-items/linkedin.ts';
import {
  type LinkedinEnrichmentInput,
  type LinkedinEntryInput,
  type LinkedinInput,
  URL_MAX_CHARS,
  writeLinkedinInput,
} from '../definition.ts';

const LINES_PER_TURN = 500;
const LINE_SHOWN_CHARS = 100;

/** The items of a request. */
export interface ProfileItems {
  /** one each, as it was first written */
  inputs: string[];
  /** the items of each entry of `linkedinUrls`; none for an empty one */
  positions: number[][];
}

/**
 * The items of a list (spec lead tools §5): its URLs, each once, however it is written. A line that is no profile
 * stays an item and becomes a failed row. Throws CallError if no line has a URL of LinkedIn.
 */
export async function readProfileItems({
  linkedinUrls,
  pages = [],
}: Pick<LinkedinEnrichmentInput, 'linkedinUrls' | 'pages'>): Promise<ProfileItems> {
  if (linkedinUrls.length === 0 && pages.length === 0)
    throw new CallError('validation_failed', MESSAGES.linkedin.noUrls);
  const items = new Map<string, LinkedinInput>();
  const places = new Map<string, number>();
  const add = (input: LinkedinInput): number => {
    const key = linkedinItemKey(input.linkedinUrl);
    const known = items.get(key);
    // A repeat may add what the first one lacks.
    items.set(
      key,
      known
        ? {
            ...known,
            name: known.name ?? input.name,
            company: known.company ?? input.company,
            page: known.page ?? input.page,
          }
        : input,
    );
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  };
  const positions: ProfileItems['positions'] = [];
  for (const [at, entry] of linkedinUrls.entries()) {
    if (at % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    positions.push(inputsOf(entry).map(add));
  }
  for (const [at, html] of pages.entries()) {
    add(inputOfPage(html, at));
    await nextTurn();
  }
  const all = [...items.values()];
  if (all.length > LINKEDIN_URLS_PER_TASK)
    throw new CallError('validation_failed', MESSAGES.linkedin.tooMany);
  if (!all.some(({ linkedinUrl }) => isOfLinkedin(linkedinUrl))) throw notValid(all);
  return { inputs: all.map(writeLinkedinInput), positions };
}

/** The number of items that are profiles. The others never cost anything. */
export function countProfiles(urls: readonly string[]): number {
  return urls.filter((url) => readLinkedinProfile(url).ok).length;
}

function inputsOf(entry: LinkedinEntryInput): LinkedinInput[] {
  const {
    linkedinUrl,
    name = null,
    company = null,
  } = typeof entry === 'string' ? { linkedinUrl: entry } : entry;
  const hints = { name: clean(name ?? '') || null, company: clean(company ?? '') || null, page: null };
  return entriesOfLine(clean(linkedinUrl), 1).map((each) => ({
    linkedinUrl: cutText(each.linkedinUrl, URL_MAX_CHARS),
    ...hints,
  }));
}

/** Throws CallError if the page has no profile. */
function inputOfPage(html: string, at: number): LinkedinInput {
  const { profile, person } = readProfilePage(html);
  if (profile === null || person === null)
    throw new CallError(
      'validation_failed',
      `Saved page ${at + 1} isn't a LinkedIn profile. Open the profile in your browser, reload it, save the page as HTML, and send it again.`,
    );
  const page = { ...person, profiles: [...person.profiles] };
  return { linkedinUrl: linkedinUrlOf(profile), name: null, company: null, page };
}

function isOfLinkedin(url: string): boolean {
  const reading = readLinkedinProfile(url);
  return reading.ok || (reading.fault !== 'not-linkedin' && reading.fault !== 'empty');
}

function notValid(all: readonly LinkedinInput[]): CallError {
  const invalid = all.slice(0, 5).map(({ linkedinUrl }) => cutText(linkedinUrl, LINE_SHOWN_CHARS));
  return new CallError('validation_failed', MESSAGES.linkedin.noValidUrls, { details: { invalid } });
}

function clean(text: string): string {
  return text.replaceAll('\0', '').trim();
}
