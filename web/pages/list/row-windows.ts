import type { LeftOutBy } from '#contract/list-exclusions.ts';
import type { ListRow, ListView } from '#contract/lists.ts';

/** Rows of one request. */
export const WINDOW_ROWS = 100;
/**
 * Windows that are loaded ahead of a scroll: four are the rows of 2 s at 120 px in each frame, as long as a busy server may
 * take to answer.
 */
const WINDOWS_AHEAD = 4;
/** Windows that are kept; the least recently shown ones go first. */
const KEPT_WINDOWS = 60;

/** A window of rows, as the server sends it. */
export interface LoadedWindow {
  list: ListView;
  rows: ListRow[];
  /** rows that match the search and the filters */
  total: number;
  /** rows that exclusion lists leave out */
  leftOut: number;
  leftOutBy: LeftOutBy;
}

export interface RowWindowsOptions {
  /** window 0 has the first rows */
  load(window: number, signal: AbortSignal): Promise<LoadedWindow>;
  onLoaded(window: LoadedWindow): void;
  onFailure(error: unknown): void;
}

/** The rows of a list for one search, filter and order, loaded in windows as they are shown. */
export class RowWindows {
  private readonly options: RowWindowsOptions;
  private readonly windows = new Map<number, ListRow[]>();
  private readonly loading = new Map<number, AbortController>();
  /** ends reads, which a scroll doesn't */
  private closed = new AbortController();
  private readonly listeners = new Set<() => void>();
  private looking: Promise<void> | null = null;
  private looksAgain = false;
  private shown: { from: number; to: number } = { from: 0, to: WINDOW_ROWS };
  /** of the last scroll: 1 down, -1 up; 0 before it */
  private direction = 0;
  /** of the last reply */
  private total = Number.POSITIVE_INFINITY;

  constructor(options: RowWindowsOptions) {
    this.options = options;
  }

  /** A loaded row; undefined while it loads. */
  rowAt = (index: number): ListRow | undefined =>
    this.windows.get(Math.floor(index / WINDOW_ROWS))?.[index % WINDOW_ROWS];

  /** A row that is loaded, by its ID. */
  find(id: number): ListRow | undefined {
    return [...this.windows.values()].flat().find((row) => row.id === id);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Loads what is missing of these rows, and then what a scroll in the same direction will show; `to` is excluded. */
  show = (from: number, to: number): void => {
    if (to > this.shown.to) this.direction = 1;
    else if (from < this.shown.from) this.direction = -1;
    this.shown = { from, to };
    // React's strict mode closes and opens a page once more.
    if (this.closed.signal.aborted) this.closed = new AbortController();
    const wanted = [...this.shownWindows(), ...this.windowsAhead()];
    // A quick scroll passes windows that no one will see.
    for (const [window, controller] of this.loading) if (!wanted.includes(window)) controller.abort();
    this.loadMissing();
  };

  /** Loads the shown rows again, and forgets the others. */
  refresh = async (): Promise<void> => {
    const wanted = this.shownWindows();
    this.direction = 0;
    for (const window of this.windows.keys()) if (!wanted.includes(window)) this.windows.delete(window);
    for (const [window, controller] of this.loading) if (!wanted.includes(window)) controller.abort();
    await Promise.all(wanted.map((window) => this.load(window)));
  };

  /**
   * Refreshes unless such a look is still loading, and then once more at its end: on a slow connection, each look would end the
   * one before.
   */
  look(): Promise<void> {
    this.looksAgain = true;
    this.looking ??= this.lookToEnd();
    return this.looking;
  }

  private async lookToEnd(): Promise<void> {
    do {
      this.looksAgain = false;
      await this.refresh();
    } while (this.looksAgain && !this.closed.signal.aborted);
    this.looking = null;
  }

  /** Shows changed rows at once, as the reply to an edit has them. */
  replace(rows: readonly ListRow[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [window, loaded] of this.windows)
      if (loaded.some(({ id }) => byId.has(id)))
        this.windows.set(
          window,
          loaded.map((row) => byId.get(row.id) ?? row),
        );
    this.changed();
  }

  /**
   * The rows from one to another, both included, loaded if they aren't; undefined below the last row. Throws what a failed
   * load throws, and an AbortError once other rows are shown.
   */
  async read(from: number, to: number): Promise<(ListRow | undefined)[]> {
    const rows: (ListRow | undefined)[] = [];
    const { signal } = this.closed;
    for (let window = Math.floor(from / WINDOW_ROWS); window * WINDOW_ROWS <= to; window += 1) {
      signal.throwIfAborted();
      const loaded = this.windows.get(window) ?? (await this.fetch(window, signal));
      const start = window * WINDOW_ROWS;
      for (let index = Math.max(from, start); index <= Math.min(to, start + WINDOW_ROWS - 1); index += 1)
        rows.push(loaded[index - start]);
    }
    return rows;
  }

  /** Ends all loads and reads, until rows are shown again. */
  close(): void {
    this.closed.abort();
    for (const controller of this.loading.values()) controller.abort();
    this.listeners.clear();
  }

  private shownWindows(): number[] {
    const first = Math.floor(this.shown.from / WINDOW_ROWS);
    const last = Math.floor(Math.max(this.shown.from, this.shown.to - 1) / WINDOW_ROWS);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  private windowsAhead(): number[] {
    const shown = this.shownWindows();
    const next = (this.direction < 0 ? shown[0] : shown.at(-1)) ?? 0;
    return Array.from(
      { length: this.direction === 0 ? 0 : WINDOWS_AHEAD },
      (_, index) => next + this.direction * (index + 1),
    ).filter((window) => window >= 0 && window * WINDOW_ROWS < this.total);
  }

  /** Those that are shown first: no one waits for the others. */
  private loadMissing(): void {
    const missing = (windows: number[]) => windows.filter((window) => !this.windows.has(window));
    const shown = missing(this.shownWindows());
    for (const window of shown.length > 0 ? shown : missing(this.windowsAhead()))
      if (!this.loading.has(window)) void this.load(window);
  }

  private async load(window: number): Promise<void> {
    if (this.closed.signal.aborted) return;
    this.loading.get(window)?.abort();
    const controller = new AbortController();
    this.loading.set(window, controller);
    try {
      await this.fetch(window, controller.signal);
      this.loadMissing();
    } catch (error) {
      // One that was loaded ahead is loaded again once it is shown.
      if (!controller.signal.aborted && this.shownWindows().includes(window)) this.options.onFailure(error);
    } finally {
      if (this.loading.get(window) === controller) this.loading.delete(window);
    }
  }

  private async fetch(window: number, signal: AbortSignal): Promise<ListRow[]> {
    const loaded = await this.options.load(window, signal);
    signal.throwIfAborted();
    this.windows.delete(window);
    this.windows.set(window, loaded.rows);
    this.total = loaded.total;
    this.trim();
    this.options.onLoaded(loaded);
    this.changed();
    return loaded.rows;
  }

  private trim(): void {
    const wanted = [...this.shownWindows(), ...this.windowsAhead()];
    for (const window of this.windows.keys()) {
      if (this.windows.size <= KEPT_WINDOWS) return;
      if (!wanted.includes(window)) this.windows.delete(window);
    }
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
