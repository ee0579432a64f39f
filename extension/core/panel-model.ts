import { COLLECT_LIST_NAME_MAX_CHARS, isOlderVersion } from '#contract/collect-sites.ts';
import { cutText } from '#contract/cut-text.ts';
import type { CollectedStore } from './collected-store.ts';
import {
  calendarDay,
  type DayCount,
  type Device,
  hasMoreRows,
  isLapsed,
  limitsNow,
  type Settings,
} from './device.ts';
import type { LeadwellServer } from './leadwell-client.ts';
import type { PageMessage } from './messages.ts';
import { EMPTY_TALLY, PageTally } from './page-tally.ts';
import type { PanelSite } from './panel-site.ts';
import { EMPTY_STATE, type Notice, type PanelState } from './panel-state.ts';
import type { FoundRow } from './reading.ts';
import { sendWaiting } from './sender.ts';
import { count } from './status-text.ts';
import type { TabLink, TabLinkEvents } from './tab-link.ts';

export interface PanelPorts {
  store: CollectedStore;
  settings: Settings;
  /** null in a copy that isn't connected to a Leadwell server */
  server: LeadwellServer | null;
  version: string;
  now: () => number;
  openLink: (events: TabLinkEvents) => TabLink;
  /** runs work of all open panels one after the other */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The pause before sending again when Leadwell can't be reached. */
export const RETRY_SECONDS = 30;
const TABLE_ROWS = 200;
const NOT_STORED =
  'The browser could not read or store the rows. Free some disk space, then send them again.';
const STAYS_LISTED =
  'This browser is disconnected here, but Leadwell couldn’t be told. Remove it from the connected browsers in the settings of your account.';

/** The state of the panel and everything that changes it. React only shows it. */
export class PanelModel {
  state: PanelState = EMPTY_STATE;
  private readonly site: PanelSite;
  private readonly ports: PanelPorts;
  private readonly link: TabLink;
  private readonly listeners = new Set<() => void>();
  private tally: PageTally;
  private device: Device | null = null;
  private pageUrl = '';
  private scroll: PanelState['scroll'] = 'off';
  /** rows are added one message after the other */
  private queue: Promise<void> = Promise.resolve();
  /** the check of the account that is on its way */
  private check: Promise<void> | null = null;

  constructor(site: PanelSite, ports: PanelPorts) {
    this.site = site;
    this.ports = ports;
    this.tally = new PageTally(site.read);
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
    // A panel in another window may activate or disconnect this browser.
    settings.onChange('device', () => void this.followDevice().catch(() => this.stopWith('storage')));
    this.device = await this.storedDevice();
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
    this.set({ notice: null });
    await this.refresh();
    // Otherwise, rows that were sent would come back into the next list.
    if (!this.state.collecting || waiting + refused === 0) return;
    // The script in the page sends a result once. A new one sends what the page still shows.
    this.link.stop();
    this.set({ tally: EMPTY_TALLY });
    await this.link.start();
  }

  async activate(code: string): Promise<void> {
    const { server } = this.ports;
    if (!server) return;
    this.set({ activating: true, activationError: null });
    const reply = await server.activate(code.trim(), `${this.site.name} extension`);
    this.set({ activating: false, activationError: failureText(reply) });
    if (reply.kind !== 'ok') return;
    const { store, settings, version, now } = this.ports;
    const { account, ...connection } = reply.value;
    // Another plan may take them.
    await store.sendAgain('refused');
    const last = await settings.get('account');
    // The same account has them, maybe in a list of another day.
    if (account !== undefined && last !== undefined && account !== last) await store.sendAgain('sent');
    if (account !== undefined) await settings.set('account', account);
    await this.keepDevice({
      ...connection,
      plan: '',
      checkedAt: now(),
      latestVersion: version,
      leastVersion: version,
    });
    await this.checkAccount();
  }

  /** Ends the connection in Leadwell, and here in any case. The rows stay. */
  async disconnect(): Promise<void> {
    const { server } = this.ports;
    const device = this.device;
    if (!device || this.state.disconnecting) return;
    this.set({ disconnecting: true });
    const reply = await server?.disconnect(device.token);
    await this.keepDevice(null);
    const ended = reply?.kind === 'ok' || reply?.kind === 'signed-out';
    this.set({
      disconnecting: false,
      sendNotice: null,
      retrySeconds: null,
      activationError: ended ? null : STAYS_LISTED,
    });
  }

  /** Sends the waiting rows. If Leadwell can't be reached, the panel tries again while it is open. */
  async send(): Promise<void> {
    const { server, store, inTurn } = this.ports;
    const device = this.device;
    if (!server || !device || this.state.sending) return;
    const list = this.state.list.trim() || `${this.site.name} ${calendarDay(this.ports.now())}`;
    this.set({ sending: true, sendNotice: null, retrySeconds: null });
    const result = await inTurn(() =>
      sendWaiting(store, server, device.token, list, () => this.refresh()),
    ).catch(() => ({ kind: 'refused' as const, message: NOT_STORED }));
    this.set({ sending: false });
    // Disconnected meanwhile.
    if (this.device?.token !== device.token) return;
    if (result.kind === 'signed-out') return this.lose(device, result.message);
    this.set({
      sendNotice: failureText(result),
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

  /** Looks up what the plan of the account includes now. */
  checkAccount(): Promise<void> {
    this.check ??= this.readAccount().finally(() => {
      this.check = null;
    });
    return this.check;
  }

  private async readAccount(): Promise<void> {
    const { server, store, now } = this.ports;
    const device = this.device;
    if (!server || !device) return;
    this.set({ checking: true });
    const reply = await server.account(device.token);
    this.set({ checking: false });
    // Disconnected meanwhile.
    if (this.device?.token !== device.token) return;
    if (reply.kind === 'signed-out') return this.lose(device, reply.message);
    if (reply.kind !== 'ok') return;
    const { limits } = reply.value;
    const hasMoreFields = limits.fields === 'all' && device.limits.fields === 'basic';
    if (hasMoreRows(limits, device.limits) || hasMoreFields) await store.sendAgain('refused');
    if (hasMoreFields) await store.sendAgain('sent');
    await this.keepDevice({ ...device, ...reply.value, checkedAt: now() });
  }

  /** Leadwell no longer knows this device. The rows stay. */
  private async lose(device: Device, message: string): Promise<void> {
    const kept = await this.storedDevice();
    // Another panel has connected this browser again.
    if (kept && kept.token !== device.token) {
      this.device = kept;
      return this.refresh();
    }
    await this.keepDevice(null);
    this.set({ activationError: message, sendNotice: null, retrySeconds: null });
  }

  private async storedDevice(): Promise<Device | null> {
    return ((await this.ports.settings.get('device')) as Device | undefined) ?? null;
  }

  /** Takes over what another panel has stored. */
  private async followDevice(): Promise<void> {
    const stored = await this.storedDevice();
    // This panel has stored it.
    if (JSON.stringify(stored) === JSON.stringify(this.device)) return;
    this.device = stored;
    if (stored) this.set({ activationError: null });
    await this.refresh();
  }

  private async keepDevice(device: Device | null): Promise<void> {
    this.device = device;
    await this.ports.settings.set('device', device);
    await this.refresh();
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
    const limits = limitsNow(this.device, this.site.free, now());
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
    const limits = limitsNow(this.device, this.site.free, now());
    const lapsed = isLapsed(this.device, now());
    const tooOld = this.device !== null && isOlderVersion(version, this.device.leastVersion);
    this.set({ counts, rows, refusals, limits, lapsed, tooOld, device: this.device, dayRows: today.rows });
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

function failureText(reply: { kind: string; message?: string; seconds?: number }): string | null {
  if (reply.kind === 'offline') return reply.message ?? 'Leadwell can’t be reached. Check your connection.';
  if (reply.kind === 'wait') return `Too many requests. Try again in ${waitText(reply.seconds ?? 0)}.`;
  return reply.message ?? null;
}

function waitText(seconds: number): string {
  return seconds < 120 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute');
}
