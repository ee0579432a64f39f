import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { WEBSITE_URLS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { toWebUrl } from '#contract/website.ts';
import { websitesOf } from '#engines/csv/website-list.ts';
import { websiteKey } from '#engines/list-items/website.ts';

const LINES_PER_TURN = 500;
const LINES_NAMED = 5;
const LINE_SHOWN_CHARS = 100;
const MAX_INPUT_CHARS = 2048;

/** The items of pasted lines. */
export interface UrlItems {
  /** one each, as the first line of its URL was written */
  inputs: string[];
  /** the items of each line; none for an empty line */
  positions: number[][];
}

/**
 * The items of pasted lines (spec lead tools §5): the websites of each line, each once, however it is written.
 * A line without a website stays an item and becomes a failed row. Throws CallError that names the first lines
 * if none has a website.
 */
export async function readUrlItems(lines: readonly string[]): Promise<UrlItems> {
  const items = new Map<string, { position: number; input: string }>();
  const positions: UrlItems['positions'] = [];
  const add = (website: string, input: string): number => {
    const key = websiteKey(website);
    const item = items.get(key) ?? { position: items.size, input };
    items.set(key, item);
    return item.position;
  };
  const invalid: { line: number; text: string }[] = [];
  let urls = 0;
  for (const [index, raw] of lines.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    const written = raw.replaceAll('\0', '').trim();
    if (!written) {
      positions.push([]);
      continue;
    }
    const websites = websitesOf(written);
    urls += websites.length;
    const asGiven = cutText(written, MAX_INPUT_CHARS);
    if (websites.length === 0) {
      invalid.push({ line: index + 1, text: cutText(written, LINE_SHOWN_CHARS) });
      positions.push([add(asGiven, asGiven)]);
      continue;
    }
    // A line with more than one website, or with a bullet, isn't itself an address.
    const isAddress = websites.length === 1 && toWebUrl(written) !== null;
    positions.push(websites.map(({ url }) => add(url, isAddress ? asGiven : url)));
  }
  if (items.size > WEBSITE_URLS_PER_TASK)
    throw new CallError('validation_failed', MESSAGES.extraction.tooManyUrls);
  if (items.size === 0) throw new CallError('validation_failed', MESSAGES.extraction.noUrls);
  if (urls === 0) {
    const named = invalid.slice(0, LINES_NAMED);
    const list = named.map(({ line, text }) => `line ${line} “${text}”`).join(', ');
    throw new CallError('validation_failed', `None of the lines is a valid URL: ${list}.`, {
      details: { invalid: named },
    });
  }
  return { inputs: [...items.values()].map(({ input }) => input), positions };
}
