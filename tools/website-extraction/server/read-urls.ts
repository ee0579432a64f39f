import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { toWebUrl } from '#contract/website.ts';

const LINES_PER_TURN = 500;
const LINES_NAMED = 5;
const LINE_SHOWN_CHARS = 100;
const MAX_INPUT_CHARS = 2048;

/** The items of pasted lines. */
export interface UrlItems {
  /** one each, as the first line of its URL was written */
  inputs: string[];
  /** the item of each line; null for an empty line */
  positions: (number | null)[];
}

/**
 * The items of pasted lines (spec lead tools §5). Lines with the same URL are one item. A line that isn't a
 * URL stays an item and becomes a failed row. Throws CallError that names the first lines if none is a URL.
 */
export async function readUrlItems(lines: readonly string[]): Promise<UrlItems> {
  const items = new Map<string, { position: number; input: string }>();
  const positions: UrlItems['positions'] = [];
  const invalid: { line: number; text: string }[] = [];
  let urls = 0;
  for (const [index, raw] of lines.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    const written = raw.replaceAll('\0', '').trim();
    if (!written) {
      positions.push(null);
      continue;
    }
    const url = toWebUrl(written);
    if (url) urls += 1;
    else invalid.push({ line: index + 1, text: written.slice(0, LINE_SHOWN_CHARS) });
    const input = written.slice(0, MAX_INPUT_CHARS).toWellFormed();
    const item = items.get(url ?? input) ?? { position: items.size, input };
    items.set(url ?? input, item);
    positions.push(item.position);
  }
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
