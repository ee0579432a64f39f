import { afterEach, describe, expect, it } from 'vitest';
import type { CpuShares } from '#net/cpu-shares.ts';
import { createPageParser, type PageParser } from './page-parser.ts';
import type { PageToParse } from './parse-page.ts';

let parser: PageParser;
afterEach(() => parser.close());

const page = (index: number, more: Partial<PageToParse> = {}): PageToParse => ({
  html: { bytes: Buffer.from(`<title>Page ${index}</title>a${index}@acme.com`), contentType: 'text/html' },
  url: `https://acme.com/${index}`,
  requestedUrl: null,
  followsLinks: true,
  people: false,
  cpuBudgetMs: 1000,
  ...more,
});

/** A thread that does its first pages only when it is told to. */
function busyThread(): CpuShares & { ran: number; go(): void } {
  const waiting: (() => void)[] = [];
  return {
    ran: 0,
    async run(_, work) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      this.ran += 1;
      return work();
    },
    go() {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

describe('a parser with several threads', () => {
  it('gives other threads the pages that would wait for this one', async () => {
    const cpu = busyThread();
    parser = createPageParser(cpu, 2);
    const [first, second, ...others] = Array.from({ length: 6 }, (_, index) =>
      parser.parse(null, page(index)),
    );
    const parsed = await Promise.all(others);
    expect(parsed.map(({ contacts }) => [contacts.title, contacts.emails[0]?.value])).toEqual(
      [2, 3, 4, 5].map((index) => [`Page ${index}`, `a${index}@acme.com`]),
    );
    expect(cpu.ran).toBe(0);
    cpu.go();
    expect((await first)?.contacts.title).toBe('Page 0');
    expect((await second)?.contacts.title).toBe('Page 1');
  });

  it('keeps no more than a few pages waiting for another thread', async () => {
    const cpu = busyThread();
    parser = createPageParser(cpu, 2);
    const pages = Array.from({ length: 40 }, (_, index) => parser.parse(null, page(index)));
    await pages[2];
    cpu.go();
    await Promise.all(pages);
    expect(cpu.ran).toBe(36);
  });

  it('reads a page on this thread if another one cannot', async () => {
    const cpu = busyThread();
    parser = createPageParser(cpu, 2);
    const pages = [page(0), page(1), { ...page(2), unsendable: () => {} }].map((each) =>
      parser.parse(null, each),
    );
    // The page that can't be sent waits here now.
    await new Promise((resolve) => setImmediate(resolve));
    await expect
      .poll(() => {
        cpu.go();
        return cpu.ran;
      })
      .toBe(3);
    expect((await Promise.all(pages)).map(({ contacts }) => contacts.title)).toEqual([
      'Page 0',
      'Page 1',
      'Page 2',
    ]);
  });

  it('ends a thread whose page takes too long, and calls the page truncated', async () => {
    const cpu = busyThread();
    parser = createPageParser(cpu, 2, 0);
    const pages = [page(0), page(1), page(2)].map((each) => parser.parse(null, each));
    const late = await pages[2];
    expect([late?.contacts.truncated, late?.contacts.emails]).toEqual([true, []]);
    cpu.go();
    await Promise.all(pages);
    expect(cpu.ran).toBe(2);
  });

  it('starts none if there is only this thread', async () => {
    const cpu = busyThread();
    parser = createPageParser(cpu, 1);
    const pages = Array.from({ length: 5 }, (_, index) => parser.parse(null, page(index)));
    cpu.go();
    await Promise.all(pages);
    expect(cpu.ran).toBe(5);
  });
});
