import { describe, expect, it } from 'vitest';
import type { TaskRow, TaskRowsPage } from '#contract/tasks.ts';
import { absorb, advance, EMPTY_FEED, type FeedNeed, nextPage, type RowFeed } from './row-feed.ts';

function row(position: number): TaskRow {
  return { position, input: `https://site${position}.com/`, key: String(position), charge: 1, row: {} };
}

/** Returns a page like the server: finished rows after a position, in order. */
function servePage(settled: ReadonlySet<number>, request: { after: number; limit: number }): TaskRowsPage {
  const rest = [...settled].filter((position) => position > request.after).sort((a, b) => a - b);
  const rows = rest.slice(0, request.limit).map(row);
  return { rows, next: rest.length > request.limit ? rows.at(-1)!.position : null };
}

/** Requests pages until none is needed. Returns the feed, the requests and the rows transferred. */
function settle(feed: RowFeed, settled: ReadonlySet<number>, need: FeedNeed, mayReread = true) {
  let current = advance(feed, need);
  let transferred = 0;
  for (let requests = 0; ; requests += 1) {
    expect(requests).toBeLessThan(100);
    const request = nextPage(current, need, mayReread);
    if (!request) return { feed: current, requests, transferred };
    const page = servePage(settled, request);
    transferred += page.rows.length;
    current = absorb(current, page);
  }
}

function upTo(count: number): Set<number> {
  return new Set(Array.from({ length: count }, (_, position) => position));
}

describe('row feed', () => {
  it('requests nothing before the first row is finished', () => {
    expect(
      nextPage(advance(EMPTY_FEED, { processed: 0, wanted: 40 }), { processed: 0, wanted: 40 }, true),
    ).toBeNull();
  });

  it('loads only the rows needed', () => {
    const first = settle(EMPTY_FEED, upTo(10_000), { processed: 10_000, wanted: 40 });
    expect(first).toMatchObject({ requests: 1, transferred: 50 });
    const next = settle(first.feed, upTo(10_000), { processed: 10_000, wanted: 300 });
    expect(next).toMatchObject({ requests: 1, transferred: 250 });
    expect(next.feed.rows).toHaveLength(300);
  });

  it('loads 10,000 finished rows once, in 20 pages', () => {
    const all = settle(EMPTY_FEED, upTo(10_000), { processed: 10_000, wanted: Number.POSITIVE_INFINITY });
    expect(all).toMatchObject({ requests: 20, transferred: 10_000 });
    expect(
      settle(all.feed, upTo(10_000), { processed: 10_000, wanted: Number.POSITIVE_INFINITY }).requests,
    ).toBe(0);
  });

  it('fills gaps and keeps the loaded row objects', () => {
    const settled = new Set([1, 2, 5]);
    const before = settle(EMPTY_FEED, settled, { processed: 3, wanted: 40 });
    settled.add(0).add(3);
    const after = settle(before.feed, settled, { processed: 5, wanted: 40 });
    expect(after.feed.rows.map((row) => row.position)).toEqual([0, 1, 2, 3, 5]);
    expect(after.feed.rows[1]).toBe(before.feed.rows[0]);
  });

  it('skips loaded rows between two gaps', () => {
    const settled = upTo(600);
    settled.delete(0);
    const before = settle(EMPTY_FEED, settled, { processed: 599, wanted: Number.POSITIVE_INFINITY });
    settled.add(600);
    const after = settle(before.feed, settled, { processed: 600, wanted: Number.POSITIVE_INFINITY });
    expect(after.feed.rows).toHaveLength(600);
    expect(after.requests).toBe(2);
  });

  it('rereads gaps only if allowed', () => {
    const settled = new Set([1, 2, 3]);
    const { feed } = settle(EMPTY_FEED, settled, { processed: 3, wanted: 40 });
    settled.add(0);
    const need = { processed: 4, wanted: 40 };
    expect(settle(feed, settled, need, false).requests).toBe(0);
    expect(settle(feed, settled, need, true).feed.rows).toHaveLength(4);
  });

  it('stops after one full sweep if the task counts a row that the server does not return', () => {
    const lost = settle(EMPTY_FEED, upTo(4), { processed: 5, wanted: 40 });
    expect(lost.requests).toBe(1);
    expect(settle(lost.feed, upTo(4), { processed: 5, wanted: 40 }).requests).toBe(0);
  });

  it('loads every row, in whatever order items finish', () => {
    const order = Array.from({ length: 1_000 }, (_, n) => (n * 617) % 1_000);
    const settled = new Set<number>();
    let feed = EMPTY_FEED;
    for (let step = 0; step < order.length; step += 90) {
      for (const position of order.slice(step, step + 90)) settled.add(position);
      feed = settle(feed, settled, { processed: settled.size, wanted: Number.POSITIVE_INFINITY }).feed;
      expect(feed.rows).toHaveLength(settled.size);
    }
    expect(feed.rows.map((row) => row.position)).toEqual([...upTo(1_000)]);
  });
});
