import { type IndexedRow, ListColumns } from './list-columns.ts';
import { type Held, mayReplace } from './memory-shares.ts';
import type { IndexRequest, ListState, OpenListsReply } from './messages.ts';

interface OpenList extends Held {
  columns: ListColumns;
  state: ListState;
  /** the ID up to which rows are read; null for all */
  after: number | null;
  /** how many rows to make room for after the first ones; 0 when it's done */
  expected: number;
}

/** A list in the database that a few steps read. */
const SMALL_BYTES = 5_000_000;
/** A list without so many of its rows is read again. */
const MOST_WASTE = 0.5;

/** The lists whose columns are in memory. Lists that weren't used for the longest time give way to others. */
export class OpenLists {
  readonly #limitBytes: number;
  readonly #now: () => number;
  readonly #lists = new Map<string, OpenList>();

  /** `limitBytes`: of all lists together. `now`: in ms. */
  constructor({ limitBytes, now }: { limitBytes: number; now: () => number }) {
    this.#limitBytes = limitBytes;
    this.#now = now;
  }

  /** how many bytes all lists take */
  get size(): number {
    let size = 0;
    for (const { bytes } of this.#lists.values()) size += bytes;
    return size;
  }

  /** Closes lists that no one has used for so many ms. Returns how many are open. */
  closeUnused(ms: number): number {
    for (const [id, { usedAt }] of this.#lists) if (this.#now() - usedAt >= ms) this.#lists.delete(id);
    return this.#lists.size;
  }

  answer(request: IndexRequest): OpenListsReply {
    if (request.kind === 'open') {
      this.#lists.set(request.list, {
        account: request.account,
        usedAt: this.#now(),
        bytes: 0,
        isSmall: request.bytes <= SMALL_BYTES,
        columns: new ListColumns(),
        state: request.at,
        after: 0,
        expected: request.rows,
      });
      return { kind: 'done' };
    }
    const list = this.#lists.get(request.list);
    if (!list) return request.kind === 'find' ? { kind: 'behind', from: null } : { kind: 'closed' };
    list.usedAt = this.#now();
    const reply = this.#answerFor(list, request);
    list.bytes = list.columns.size;
    return this.#makeRoom(request.list, list) ?? reply;
  }

  #answerFor(list: OpenList, request: Exclude<IndexRequest, { kind: 'open' }>): OpenListsReply {
    const { columns } = list;
    switch (request.kind) {
      case 'find':
        return this.#find(list, request);
      case 'put': {
        const isPlaced = columns.put(rowsOf(request.rows));
        if (request.after !== undefined) list.after = request.after;
        if (request.after === null) columns.trim();
        else columns.reserve(list.expected);
        list.expected = 0;
        if (isPlaced) return { kind: 'done' };
        this.#lists.delete(request.list);
        return { kind: 'closed' };
      }
      case 'keep':
        if (columns.keep({ ...request, ids: JSON.parse(request.ids) as number[] })) return { kind: 'done' };
        this.#lists.delete(request.list);
        return { kind: 'closed' };
      case 'settle':
        list.state = request.at;
        return { kind: 'done' };
    }
  }

  #find(
    { columns, state, after }: OpenList,
    { list, now, query, offset, limit }: Extract<IndexRequest, { kind: 'find' }>,
  ): OpenListsReply {
    const { version, deletedVersion, rereadVersion = 0 } = state;
    // A list of another database, or from a backup, has older versions.
    if (version > now.version || rereadVersion < (now.rereadVersion ?? 0) || columns.waste > MOST_WASTE) {
      this.#lists.delete(list);
      return { kind: 'behind', from: null };
    }
    if (after !== null || version < now.version || deletedVersion < now.deletedVersion)
      return { kind: 'behind', from: { ...state, after } };
    const ids = columns.find(query);
    if (!ids) return { kind: 'unanswerable' };
    return { kind: 'found', ids: [...ids.subarray(offset, offset + limit)], total: ids.length };
  }

  /** Closes other lists until all fit, or this one. */
  #makeRoom(id: string, list: OpenList): OpenListsReply | null {
    if (!this.#lists.has(id) || this.size <= this.#limitBytes) return null;
    const others = [...this.#lists]
      .filter(([other]) => other !== id)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    const room = { limitBytes: this.#limitBytes, now: this.#now() };
    const isAlone = list.bytes > this.#limitBytes;
    for (const [other, held] of isAlone ? [] : others) {
      if (!mayReplace(list, held, [...this.#lists.values()], room)) continue;
      this.#lists.delete(other);
      if (this.size <= this.#limitBytes) return null;
    }
    this.#lists.delete(id);
    return { kind: isAlone ? 'too-large' : 'no-room' };
  }
}

/** Row by row, so that no more than one is in the heap. */
function* rowsOf(lines: string): Generator<IndexedRow> {
  for (let from = 0; from < lines.length; ) {
    const end = lines.indexOf('\n', from);
    const to = end === -1 ? lines.length : end;
    yield JSON.parse(lines.slice(from, to)) as IndexedRow;
    from = to + 1;
  }
}
