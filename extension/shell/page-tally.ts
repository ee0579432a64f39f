import type { CollectedRow } from '#contract/collect-sites.ts';
import type { SiteReader } from '#engines/site-readers/reading.ts';
import { mergeRow } from '#engines/site-readers/reading.ts';
import type { CutMessage, HeardMessage } from '../messages.ts';

/** What the open page has shown so far. */
export interface Tally {
  /** results seen, and results that gave a row */
  seen: number;
  read: number;
}

/**
 * Reads the messages of one page and counts its results, each part of the page once. A part that couldn't be
 * read counts as read when it can be after a change, as with a card that is still loading.
 */
export class PageTally {
  private readonly read: SiteReader;
  private readonly parts = new Map<string, Tally>();
  private heard = 0;
  private cards = 0;
  private hints = 0;

  constructor(read: SiteReader) {
    this.read = read;
  }

  /** Returns the rows of a message, each once. */
  rowsOf(message: CutMessage | HeardMessage, url: string): CollectedRow[] {
    if (message.kind === 'heard') {
      return this.part(`heard ${this.heard++}`, { url, cards: [], states: [message.text] });
    }
    this.cards = message.total;
    this.hints = message.hints;
    const rows: CollectedRow[] = [];
    for (const { id, text } of message.states)
      rows.push(...this.part(`state ${id}`, { url, cards: [], states: [text] }));
    for (const { id, ...card } of message.cards)
      rows.push(...this.part(`card ${id}`, { url, cards: [card], states: [] }));
    return once(rows);
  }

  get tally(): Tally {
    let seen = 0;
    let read = 0;
    for (const part of this.parts.values()) {
      seen += part.seen;
      read += part.read;
    }
    // No card was found, but there are signs of results: the cards look different now.
    return this.cards === 0 && read === 0 ? { seen: Math.max(seen, this.hints), read } : { seen, read };
  }

  private part(name: string, cut: Parameters<SiteReader>[0]): CollectedRow[] {
    const { rows, candidates, unread } = this.read(cut);
    this.parts.set(name, { seen: candidates, read: candidates - unread });
    return rows;
  }
}

function once(rows: CollectedRow[]): CollectedRow[] {
  const byKey = new Map<string, CollectedRow>();
  for (const row of rows) {
    const same = byKey.get(row.key);
    if (same) mergeRow(same, row);
    else byKey.set(row.key, row);
  }
  return [...byKey.values()];
}
