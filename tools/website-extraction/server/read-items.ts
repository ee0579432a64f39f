import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { toWebUrl } from '#contract/website.ts';
import { hasNoValue } from '#engines/list-items/no-value.ts';
import { websitesOfLine } from '#engines/list-items/several.ts';
import { websiteKey } from '#engines/list-items/website.ts';
import type { ListItems } from '#server/tasks/uploaded-list.ts';
import { cleanText, distinctItems } from '../../list-tool/server/distinct-items.ts';
import { WEBSITE_URLS_PER_TASK } from '../definition.ts';
import { WEBSITE_MESSAGES } from '../messages.ts';

const LINES_NAMED = 5;
const LINE_SHOWN_CHARS = 100;
/** Of a line without a website. More than a web address can have, so that the rest of a cut line is never one. */
const MAX_INPUT_CHARS = 2048 + 64;

/**
 * The items of pasted lines (spec lead tools §5): the websites of each line, each once, however it is written.
 * A line without a website stays an item and becomes a failed row. Throws CallError that names the first lines
 * if none has a website.
 */
export async function readUrlItems(lines: readonly string[]): Promise<ListItems> {
  const invalid: { line: number; text: string }[] = [];
  let urls = 0;
  const { items, positions } = await distinctItems(lines, {
    toItems(line, index) {
      const written = cleanText(line);
      if (hasNoValue(written)) return [];
      const websites = websitesOfLine(written);
      urls += websites.length;
      if (websites.length === 0) {
        invalid.push({ line: index + 1, text: cutText(written, LINE_SHOWN_CHARS) });
        const asGiven = cutText(written.replace(/\s+/g, ' '), MAX_INPUT_CHARS);
        return [{ website: asGiven, input: asGiven }];
      }
      // A line with more than one website, or with a bullet, isn't itself an address.
      const isAddress = websites.length === 1 && toWebUrl(written) !== null;
      return websites.map(({ url }) => ({ website: url, input: isAddress ? written : url }));
    },
    tooMany: WEBSITE_URLS_PER_TASK + 1,
    itemKey: ({ website }) => websiteKey(website),
  });
  if (items.length > WEBSITE_URLS_PER_TASK)
    throw new CallError('validation_failed', WEBSITE_MESSAGES.tooManyUrls);
  if (items.length === 0) throw new CallError('validation_failed', WEBSITE_MESSAGES.noUrls);
  if (urls === 0) {
    const named = invalid.slice(0, LINES_NAMED);
    const list = named.map(({ line, text }) => `line ${line} “${text}”`).join(', ');
    throw new CallError('validation_failed', `None of the lines is a valid URL: ${list}.`, {
      details: { invalid: named },
    });
  }
  return { inputs: items.map(({ input }) => input), positions };
}
