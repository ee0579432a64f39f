import Tinypool from 'tinypool';
import type { CpuShares, Owner } from '#net/cpu-shares.ts';
import { type PageToParse, type ParsedPage, parsePage } from './parse-page.ts';

/** Reads pages, on several threads if there are any. */
export interface PageParser {
  parse(owner: Owner, page: PageToParse): Promise<ParsedPage>;
  close(): Promise<void>;
}

/** Pages that wait for this thread before others get some. */
const WAITING_HERE = 2;
/** Pages of one other thread, so that it has the next one when this thread is busy. */
const PAGES_PER_THREAD = 4;
/** A page that takes longer on another thread ends that thread. It must be one that our limits don't stop. */
const PAGE_MS = 30_000;
/** V8's default lets short-lived objects reach 200 MB before it collects them. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 };

/**
 * Creates a parser for this thread, whose CPU `cpu` shares fairly, and `threads - 1` others. They start when pages wait for this
 * one, and get pages that would wait. So this thread works as it does alone, and no page waits longer than without the others.
 */
export function createPageParser(cpu: CpuShares, threads: number, pageMs = PAGE_MS): PageParser {
  const others = threads - 1;
  let pool: Tinypool | null = null;
  let here = 0;
  let there = 0;

  async function parseHere(owner: Owner, page: PageToParse): Promise<ParsedPage> {
    here += 1;
    try {
      return await cpu.run(owner, () => parsePage(page));
    } finally {
      here -= 1;
    }
  }

  async function parseThere(owner: Owner, page: PageToParse): Promise<ParsedPage> {
    pool ??= new Tinypool({
      filename: new URL('./parse-page.ts', import.meta.url).href,
      name: parsePage.name,
      minThreads: 0,
      maxThreads: others,
      concurrentTasksPerWorker: PAGES_PER_THREAD,
      // As in parse.ts: messages that it reads without an event live too long.
      useAtomics: false,
      resourceLimits: THREAD_MEMORY,
    });
    there += 1;
    const signal = AbortSignal.timeout(pageMs);
    try {
      return (await pool.run(page, { signal })) as ParsedPage;
    } catch {
      if (signal.aborted) return unreadPage(page);
      // If a thread ends, such as for its memory, other pages end with it.
      return await parseHere(owner, page);
    } finally {
      there -= 1;
    }
  }

  return {
    parse(owner, page) {
      if (here < WAITING_HERE || there >= others * PAGES_PER_THREAD) return parseHere(owner, page);
      return parseThere(owner, page);
    },
    async close() {
      await pool?.destroy();
    },
  };
}

/** A page of which nothing was read. */
function unreadPage(page: PageToParse): ParsedPage {
  const { contacts, ...parsed } = parsePage({ ...page, html: '' });
  return { ...parsed, contacts: { ...contacts, truncated: true } };
}
