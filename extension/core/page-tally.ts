import type { CutMessage, HeardMessage } from './messages.ts';
import type { PageCut } from './page-cut.ts';
import { type FoundRow, mergeRow, type SiteReader } from './reading.ts';

/** What the open page has shown so far. */
export interface Tally {
  /** different results seen: those that gave a row, and those that didn't */
  seen: number;
  read: number;
  /** fields that the page shows and that couldn't be read: how many rows, by column */
  unreadFields: Readonly<Record<string, number>>;
}

export const EMPTY_TALLY: Tally = { seen: 0, read: 0, unreadFields: {} };

/**
 * Reads the messages of one page and counts its results. The same result in a card and in a response counts once.
 * A part of the page that couldn't be read no longer counts as unread when it can be, as with a card that was
 * still loading.
 */
export class PageTally {
  private readonly reader: SiteReader;
  /** results without a row, by part of the page */
  private readonly unread = new Map<string, number>();
  /** columns that couldn't be read, by the key of the row */
  private readonly unreadFields = new Map<string, Set<string>>();
  /** columns that were read, by alias of the row */
  private readonly columns = new Map<string, Set<string>>();
  /** rows that were read, by alias */
  private readonly rows = new Map<string, { inCard: boolean }>();
  private read = 0;
  /** rows that only responses and states have shown so far */
  private withoutCard = 0;
  private heard = 0;
  private hints = 0;

  constructor(reader: SiteReader) {
    this.reader = reader;
  }

  /** Returns the rows of a message, each once. */
  readMessage(message: CutMessage | HeardMessage, url: string): FoundRow[] {
    if (message.kind === 'heard') {
      return this.part(`heard ${this.heard++}`, { url, cards: [], states: [message.text] });
    }
    this.hints = message.hints;
    const rows: FoundRow[] = [];
    for (const { id, text } of message.states)
      rows.push(...this.part(`state ${id}`, { url, cards: [], states: [text] }));
    for (const { id, ...card } of message.cards)
      rows.push(...this.part(`card ${id}`, { url, cards: [card], states: [] }));
    return once(rows);
  }

  get tally(): Tally {
    let unread = 0;
    for (const count of this.unread.values()) unread += count;
    // Signs of results outside of all cards: they look different now. A response may have had their rows.
    unread += Math.max(0, this.hints - this.withoutCard);
    return { seen: this.read + unread, read: this.read, unreadFields: this.fieldCounts() };
  }

  /** A field that a card doesn't show readably may be in a response, or in the card later. */
  private fieldCounts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const [key, columns] of this.unreadFields) {
      for (const column of columns)
        if (!this.columns.get(key)?.has(column)) counts[column] = (counts[column] ?? 0) + 1;
    }
    return counts;
  }

  private part(name: string, cut: PageCut): FoundRow[] {
    const { rows, unread, unreadFields = [] } = this.reader(cut);
    const inCard = cut.cards.length > 0;
    this.unread.set(name, unread);
    for (const { key, column } of unreadFields) addTo(this.unreadFields, key, [column]);
    for (const { aliases, values } of rows) {
      for (const alias of aliases) addTo(this.columns, alias, Object.keys(values));
      this.count(aliases, inCard);
    }
    return rows.map((row) => ({ ...row, heard: inCard ? [] : Object.keys(row.values) }));
  }

  private count(aliases: readonly string[], inCard: boolean): void {
    const known = aliases.map((alias) => this.rows.get(alias)).find((row) => row !== undefined);
    const row = known ?? { inCard };
    if (!known) {
      this.read++;
      if (!inCard) this.withoutCard++;
    } else if (inCard && !known.inCard) {
      known.inCard = true;
      this.withoutCard--;
    }
    for (const alias of aliases) this.rows.set(alias, row);
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, values: readonly string[]): void {
  const known = sets.get(key);
  if (known) for (const value of values) known.add(value);
  else sets.set(key, new Set(values));
}

/** The rows, each once. Those of states come first, so that cards only add what they lack. */
function once(rows: FoundRow[]): FoundRow[] {
  const byKey = new Map<string, FoundRow>();
  for (const row of rows) {
    const same = byKey.get(row.key);
    if (same) {
      same.heard = [...new Set([...same.heard, ...row.heard])];
      mergeRow(same, row);
    } else byKey.set(row.key, row);
  }
  return [...byKey.values()];
}
