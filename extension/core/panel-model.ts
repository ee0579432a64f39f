import { COLLECT_LIST_NAME_MAX_CHARS, isOlderVersion } from '#contract/collect-sites.ts';
import { cutText } from '#contract/cut-text.ts';
import { Connection, type ConnectionPorts } from './connection.ts';
import { calendarDay, type DayCount, isLapsed, limitsNow } from './device.ts';
import type { PageMessage } from './messages.ts';
import { EMPTY_TALLY, PageTally } from './page-tally.ts';
import type { PanelSite } from './panel-site.ts';
import { EMPTY_STATE, type Notice, type PanelState } from './panel-state.ts';
import type { FoundRow } from './reading.ts';
import { sendWaiting } from './sender.ts';
import { begunText, failureText } from './status-text.ts';
import type { TabLink, TabLinkEvents } from './tab-link.ts';

interface PanelPorts extends ConnectionPorts {
  /** what the browser is called among those that are connected with the account: "Chrome on Windows" */
  browser: string;
  openLink: (events: TabLinkEvents) => TabLink;
  /** runs work of all open panels one after the other */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The pause before sending again when Leadwell can't be reached. */
const RETRY_SECONDS = 30;
const TABLE_ROWS = 200;
const NOT_STORED =
  'The browser could not read or store the rows. Free some disk space, then send them again.';

/** The state of the panel and everything that changes it. React only shows it. */
export class PanelModel {
  state: PanelState = EMPTY_STATE;
  private readonly site: PanelSite;
  private readonly ports: PanelPorts;
  private readonly connection: Connection;
  private readonly link: TabLink;
  private readonly listeners = new Set<() => void>();
  private tally: PageTally;
  private pageUrl = '';
  /** rows are added one message after the other */
  private queue: Promise<void> = Promise.resolve();

  constructor(site: PanelSite, ports: PanelPorts) {
    this.site = site;
    this.ports = ports;
    this.tally = new PageTally(site.read);
    this.connection = new Connection(ports, {
      onState: (change) => this.set(change),
      onDevice: () => this.refresh(),
    });
    this.link = ports.openLink({
      onState: (link, url) => {
        if (url) this.pageUrl = url;
        this.set({ link, onSite: this.isOnSite() });
      },
      onPage: () => {
        this.tally = new PageTally(this.site.read);
        this.set({ tally: EMPTY_TALLY, onResultPage: false });
        if (this.state.scroll !== 'off') this.link.scroll(true);
      },
      onMessage: (message) => this.receive(message),
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Loads what the browser keeps, then looks up the account. */
  async load(): Promise<void> {
    const { settings } = this.ports;
    await this.connection.load(() => this.stopWith('storage'));
    const accepted = (await settings.get('accepted')) === true;
    const list = ((await settings.get('list')) as string | undefined) ?? '';
    await this.refresh();
    this.set({ accepted, list, hasServer: this.ports.server !== null, loaded: true });
    await this.checkAccount();
  }

  /** The user has read what the extension does. */
  async accept(): Promise<void> {
    await this.ports.settings.set('accepted', true);
    this.set({ accepted: true });
  }

  async setCollecting(on: boolean): Promise<void> {
    if (on === this.state.collecting) return;
    this.set({ collecting: on, notice: null, scroll: 'off', tally: EMPTY_TALLY });
    if (on) await this.link.start();
    else this.link.stop();
  }

  setScroll(on: boolean): void {
    this.set({ scroll: on ? 'moving' : 'off' });
    this.link.scroll(on);
  }

  async setList(list: string): Promise<void> {
    this.set({ list: cutText(list, COLLECT_LIST_NAME_MAX_CHARS) });
    await this.ports.settings.set('list', this.state.list);
  }

  /** Deletes the rows. If some weren't sent and collecting is on, those of the open page come back. */
  async clear(): Promise<void> {
    const { store, inTurn } = this.ports;
    const { waiting, refused } = await inTurn(async () => {
      const counts = await store.counts();
      await store.clear();
      return counts;
    });
    this.set({ notice: null, sentTo: null });
    await this.refresh();
    // Otherwise, rows that were sent would come back into the next list.
    if (!this.state.collecting || waiting + refused === 0) return;
    // The script in the page sends a result once. A new one sends what the page still shows.
    this.link.stop();
    this.set({ tally: EMPTY_TALLY });
    await this.link.start();
  }

  activate(code: string): Promise<void> {
    return this.connection.activate(code, this.ports.browser);
  }

  /** Ends the connection in Leadwell, and here in any case. The rows stay. */
  disconnect(): Promise<void> {
    return this.connection.disconnect();
  }

  /** Looks up what the plan of the account includes now. */
  checkAccount(): Promise<void> {
    return this.connection.check();
  }

  /** Sends the waiting rows. If Leadwell can't be reached, the panel tries again while it is open. */
  async send(): Promise<void> {
    const { server, store, inTurn } = this.ports;
    const { device } = this.connection;
    if (!server || !device || this.state.sending) return;
    const list = this.state.list.trim() || `${this.site.name} ${calendarDay(this.ports.now())}`;
    this.set({ sending: true, sentTo: null, sendNotice: null, retrySeconds: null });
    let begun: string | null = null;
    const result = await inTurn(() =>
      sendWaiting(store, server, device.token, list, (batch, saved) => {
        if (batch.list !== list) begun = begunText(batch);
        this.set({ sentTo: saved ? { ...saved, asked: batch.list } : null });
        return this.refresh();
      }),
    ).catch(() => ({ kind: 'refused' as const, message: NOT_STORED }));
    this.set({ sending: false });
    // Disconnected meanwhile.
    if (this.connection.device?.token !== device.token) return;
    if (result.kind === 'signed-out') return this.connection.lose(device, result.message);
    this.set({
      sendNotice: failureText(result) ?? begun,
      retrySeconds:
        result.kind === 'offline' ? RETRY_SECONDS : result.kind === 'wait' ? result.seconds : null,
    });
    await this.refresh();
  }

  /** Sends the rows that Leadwell refused once more, with those that wait. */
  async sendRefused(): Promise<void> {
    await this.ports.store.sendAgain('refused');
    await this.refresh();
    await this.send();
  }

  /** The rows of a CSV file. */
  rowsForFile() {
    return this.ports.store.forFile();
  }

  private receive(message: PageMessage): void {
    if (message.kind === 'scroll') {
      if (this.state.scroll !== 'off') this.set({ scroll: message.state });
      return;
    }
    if (message.kind === 'cut') this.pageUrl = message.url;
    const onSite = this.isOnSite();
    // Another site can have cards that look like those of this one.
    const rows = onSite ? this.tally.readMessage(message, this.pageUrl) : [];
    this.set({
      tally: this.tally.tally,
      onSite,
      onResultPage: this.site.resultPages?.test(this.pageUrl) ?? false,
    });
    this.queue = this.queue.then(() => this.add(rows)).catch(() => this.stopWith('storage'));
  }

  private async add(rows: FoundRow[]): Promise<void> {
    if (rows.length === 0 || !this.state.collecting) return;
    let full = await this.addWithin(rows);
    if (full === 'plan') {
      // The plan may have changed since it was last checked.
      await this.checkAccount();
      if (!this.state.collecting) return;
      full = await this.addWithin(rows);
    }
    if (full) this.stopWith(full);
  }

  /** Adds as many rows as the limits let in. Returns the limit that others don't fit; null if all do. */
  private async addWithin(rows: FoundRow[]): Promise<'plan' | 'day' | null> {
    const { store, settings, now } = this.ports;
    const limits = limitsNow(this.connection.device, this.site.free, now());
    const { total } = await store.counts();
    const planLeft = limits ? (limits.rows ?? Number.POSITIVE_INFINITY) - total : 0;
    const today = await this.today();
    const dayLeft = (this.site.rowsPerDay ?? Number.POSITIVE_INFINITY) - today.rows;
    const { added, left } = await store.add(rows, Math.max(0, Math.min(planLeft, dayLeft)));
    if (this.site.rowsPerDay !== null && added > 0) {
      await settings.set('day', { day: today.day, rows: today.rows + added } satisfies DayCount);
    }
    await this.refresh();
    if (left === 0) return null;
    return planLeft <= dayLeft ? 'plan' : 'day';
  }

  private stopWith(notice: Notice): void {
    this.link.stop();
    this.set({ collecting: false, scroll: 'off', notice });
  }

  private async today(): Promise<DayCount> {
    const day = calendarDay(this.ports.now());
    const kept = (await this.ports.settings.get('day')) as DayCount | undefined;
    return kept?.day === day ? kept : { day, rows: 0 };
  }

  private async refresh(): Promise<void> {
    const { store, now, version } = this.ports;
    const [counts, rows, refusals, today] = await Promise.all([
      store.counts(),
      store.latest(TABLE_ROWS),
      store.refusals(),
      this.today(),
    ]);
    const { device } = this.connection;
    const limits = limitsNow(device, this.site.free, now());
    const lapsed = isLapsed(device, now());
    const tooOld = device !== null && isOlderVersion(version, device.leastVersion);
    this.set({ counts, rows, refusals, limits, lapsed, tooOld, device, dayRows: today.rows });
    if (tooOld) await this.setCollecting(false);
  }

  private isOnSite(): boolean {
    const url = URL.parse(this.pageUrl);
    if (!url || !/^https?:$/.test(url.protocol)) return false;
    return this.site.hosts?.test(url.hostname) ?? true;
  }

  private set(change: Partial<PanelState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
