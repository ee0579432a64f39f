import { WEBSITE_MAX_CHARS } from '#engines/list-steps/prepare-prompt.ts';
import { decodeHtml } from '#engines/page-contacts/decode-html.ts';
import { withoutMarks } from '#engines/page-contacts/html/page-source.ts';
import { readPage } from '#engines/page-contacts/html/read-page.ts';
import type { PageFetcher } from '#net/fetch-page.ts';

const READ_MS = 250;

/** The start of the visible text of a page; null if it can't be read. Never throws, except if the signal aborts. */
export async function websiteText(
  fetcher: PageFetcher,
  url: string,
  { owner, signal }: { owner: string | null; signal: AbortSignal },
): Promise<string | null> {
  const fetched = await fetcher.fetchPage(url, { signal, owner, fallback: true });
  signal.throwIfAborted();
  if (!fetched.read) return null;
  const html = decodeHtml(fetched.bytes, fetched.contentType);
  const text = await fetcher.cpu.run(owner, () => {
    const end = performance.now() + READ_MS;
    return readPage(html, () => performance.now() > end).text;
  });
  // The page can't end its own tag.
  return withoutMarks(text)
    .replaceAll(/<\/?website>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, WEBSITE_MAX_CHARS)
    .toWellFormed();
}
