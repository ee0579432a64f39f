import * as fakes from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CollectLimits, FREE_COLLECT_LIMITS } from '#contract/collect-sites.ts';
import { CollectedStore } from './collected-store.ts';
import { GRACE_MS } from './device.ts';
import type { AccountReply, ImportReply, LeadwellServer, ServerReply } from './leadwell-client.ts';
import type { CutMessage } from './messages.ts';
import type { PageCut } from './page-cut.ts';
import { PanelModel } from './panel-model.ts';
import type { PanelSite } from './panel-site.ts';
import { collectRows, makeRow } from './reading.ts';
import { panelStatus } from './status-text.ts';
import type { TabLinkEvents } from './tab-link.ts';
import { ACCOUNT, cutMessage, SITE, UNLIMITED } from './test-panel-site.ts';

let store: CollectedStore;
let now = 0;
let events: TabLinkEvents;
let started = 0;
let stopped = 0;
let account: ServerReply<AccountReply> | Promise<ServerReply<AccountReply>>;
let disconnected: ServerReply<object>;
/** the account of the activation code; undefined if the server doesn't say it */
let owner: string | undefined;
/** the reply to an import; null if it adds all rows */
let imported: ServerReply<ImportReply> | Promise<ServerReply<ImportReply>> | null;
/** the tokens that were ended */
let ended: string[];
const settings = new Map<string, unknown>();
let settingsChanged: ((name: string) => void)[] = [];

beforeEach(async () => {
  for (const [name, value] of Object.entries(fakes)) if (/^IDB/.test(name)) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakes.IDBFactory());
  store = await CollectedStore.open();
  settings.clear();
  settingsChanged = [];
  now = Date.UTC(2026, 0, 15, 12);
  started = 0;
  stopped = 0;
  account = { kind: 'ok', value: ACCOUNT };
  disconnected = { kind: 'ok', value: {} };
  owner = 'ada';
  imported = null;
  ended = [];
});
afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
});

const SERVER: LeadwellServer = {
  activate: async (code) =>
    code === 'good'
      ? { kind: 'ok', value: { token: 't', limits: UNLIMITED, account: owner } }
      : { kind: 'signed-out', message: 'Wrong code.' },
  account: async () => account,
  disconnect: async (token) => {
    ended.push(token);
    return disconnected;
  },
  importRows: async (_, __, rows) =>
    imported ?? { kind: 'ok', value: { added: rows.length, updated: 0, refused: [] } },
};

async function panel(site: Partial<PanelSite> = {}): Promise<PanelModel> {
  const model = new PanelModel(
    { ...SITE, ...site },
    {
      store,
      settings: {
        get: async (name) => settings.get(name),
        set: async (name, value) => {
          settings.set(name, value);
          for (const changed of settingsChanged) changed(name);
        },
        onChange: (name, changed) => {
          settingsChanged.push((which) => which === name && changed());
        },
      },
      server: SERVER,
      version: '1.0.0',
      browser: 'Chrome on Windows',
      now: () => now,
      openLink: (given) => {
        events = given;
        return { start: async () => void started++, stop: () => void stopped++, scroll: () => {} };
      },
      inTurn: (work) => work(),
    },
  );
  await model.load();
  events.onState('ready', 'https://clutch.co/list');
  return model;
}

function show(names: string[], more: Partial<CutMessage> = {}): void {
  events.onMessage({ ...cutMessage(names), ...more });
}

async function collecting(site: Partial<PanelSite> = {}): Promise<PanelModel> {
  const model = await panel(site);
  await model.setCollecting(true);
  events.onState('reading', 'https://clutch.co/list');
  events.onPage();
  return model;
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);
const text = (model: PanelModel, site: Partial<PanelSite> = {}) =>
  panelStatus(model.state, { ...SITE, ...site }).text;

describe('what the panel says', () => {
  it('tells an empty page, a changed page and a partly read page apart', async () => {
    const model = await collecting();
    show([]);
    expect(text(model)).toBe('No companies on this page yet. Open a list.');
    show(Array.from({ length: 12 }, () => 'bad'));
    expect(text(model)).toMatch(/^12 cards seen, 0 read: the page has changed\./);
    // The cards have loaded.
    show(['a', 'b', 'bad']);
    expect(text(model)).toBe('2 of 12 results on this page read, 10 couldn’t be read.');
    events.onPage();
    show([], { hints: 12 });
    expect(text(model)).toMatch(/^12 cards seen, 0 read: the page has changed\./);
    show([], { hints: 12, url: 'https://clutch.co/profile' });
    expect(text(model)).toBe('This isn’t a page with results. Open a list.');
    show([], { url: 'https://evil.example/list' });
    expect(text(model)).toMatch(/^This page isn’t on Clutch\./);
    show(['d', 'e'], { url: 'https://evil.example/list' });
    show(['f']);
    await expect.poll(async () => (await store.all()).map(({ key }) => key)).toEqual(['a', 'b', 'f']);
    expect(model.state.tally).toMatchObject({ read: 1 });
  });

  it('says which fields the page shows that could not be read, until they can be', async () => {
    const seen = (name: string, city: string) => makeRow([name], 'name', { name, city }, { city: 'shown' });
    const read = (cut: PageCut) =>
      collectRows(cut.cards.map(({ texts: [name = '', city = ''] }) => seen(name, city)));
    const model = await collecting({ read });
    show(['a', 'b', 'c']);
    expect(text(model)).toBe('3 results seen on this page, all read. Not read: city (3 of 3).');
    expect(panelStatus(model.state, SITE).tone).toBe('warning');
    // A response has the field that the card doesn't show.
    show([], { cards: [{ id: 99, texts: ['a', 'Lyon'], links: [], marks: [] }] });
    expect(text(model)).toBe('3 results seen on this page, all read. Not read: city (2 of 3).');
  });

  it('counts a result once, also if it changes or shows up twice', async () => {
    const model = await collecting();
    show(['bad', 'b']);
    expect(model.state.tally).toEqual({ seen: 2, read: 1, unreadFields: {} });
    show(['a', 'b', 'a']);
    expect(model.state.tally).toEqual({ seen: 2, read: 2, unreadFields: {} });
  });
});

it('keeps the fuller values of a response when the cards of its results are cut', async () => {
  const read = (cut: PageCut) =>
    collectRows(
      [...cut.states.map((text) => text.split('|')), ...cut.cards.map(({ texts }) => texts)].map(
        ([name, address, status]) => makeRow([name], 'name', { name, address, status }),
      ),
    );
  const model = await collecting({ read });
  const heard = 'a|12 Main St, Springfield, IL 62701';
  events.onMessage({ kind: 'heard', text: heard });
  show([], {
    cards: ['a', 'b'].map((name, id) => ({ id, texts: [name, '12 Main St', 'Open'], links: [], marks: [] })),
    states: [{ id: 5, text: 'b|12 Main St, Salem, OR 97301' }],
  });
  await expect
    .poll(() => model.state.rows.map(({ values }) => values))
    .toEqual([
      { name: 'b', address: '12 Main St, Salem, OR 97301', status: 'Open' },
      { name: 'a', address: '12 Main St, Springfield, IL 62701', status: 'Open' },
    ]);
});

describe('limits', () => {
  it('stop the free version at 50 rows, and an account has none', async () => {
    const model = await collecting();
    show(numbered(60));
    await expect.poll(() => model.state.notice).toBe('plan');
    expect(model.state.counts.total).toBe(50);
    expect([model.state.collecting, started, stopped]).toEqual([false, 1, 1]);
    expect(text(model)).toMatch(/^Your plan keeps 50 companies at a time\./);
    // No one can buy the premium plan.
    expect(text(model, { plan: 'premium' })).toContain('Activate the unlimited plan');
    await model.activate('bad');
    expect(model.state.activationError).toBe('Wrong code.');
    await model.activate('good');
    expect(text(model)).toBe('Turn on collecting to read this page.');
    await model.setCollecting(true);
    show(numbered(60));
    await expect.poll(() => model.state.counts.total).toBe(60);
    expect(model.state.collecting).toBe(true);
  });

  it('count the new rows of a day, and start again the next day', async () => {
    const site = { rowsPerDay: 10 };
    const model = await collecting(site);
    show(numbered(8));
    show(numbered(8));
    await expect.poll(() => model.state.dayRows).toBe(8);
    show(numbered(12));
    await expect.poll(() => model.state.notice).toBe('day');
    expect(model.state.counts.total).toBe(10);
    now += 24 * 60 * 60 * 1000;
    await model.setCollecting(true);
    show(numbered(12));
    await expect.poll(() => model.state.counts.total).toBe(12);
    expect(model.state.dayRows).toBe(2);
  });

  it('hold for 7 days without a reply of Leadwell, and end when it disconnects the device', async () => {
    await (await panel()).activate('good');
    account = { kind: 'offline' };
    now += GRACE_MS;
    expect((await panel()).state.limits).toEqual(UNLIMITED);
    now += 1;
    expect((await panel()).state.limits).toEqual(FREE_COLLECT_LIMITS);
    expect((await panel({ free: null })).state.limits).toBeNull();
    expect(text(await panel({ free: null }))).toBe('Collecting is off until your plan can be checked.');
    const lapsed = await panel();
    expect(lapsed.state.lapsed).toBe(true);
    account = { kind: 'ok', value: ACCOUNT };
    await lapsed.checkAccount();
    expect(lapsed.state).toMatchObject({ lapsed: false, checking: false, limits: UNLIMITED });
    account = { kind: 'signed-out', message: 'Your plan has ended.' };
    expect((await panel()).state).toMatchObject({ device: null, activationError: 'Your plan has ended.' });
  });

  it('grow with the plan while the panel is open, without a stop', async () => {
    const model = await collecting();
    account = { kind: 'ok', value: { ...ACCOUNT, plan: 'premium', limits: FREE_COLLECT_LIMITS } };
    await model.activate('good');
    expect(model.state.limits).toEqual(FREE_COLLECT_LIMITS);
    account = { kind: 'ok', value: ACCOUNT };
    show(numbered(60));
    await expect.poll(() => model.state.counts.total).toBe(60);
    expect(model.state).toMatchObject({ collecting: true, notice: null, limits: UNLIMITED });
    // The panel stayed open for longer than the limits hold.
    now += GRACE_MS + 1;
    show(numbered(70));
    await expect.poll(() => model.state.counts.total).toBe(70);
    expect(model.state).toMatchObject({ collecting: true, lapsed: false });
  });

  it('of a plan without the extension are no question of clearing the table', async () => {
    const model = await collecting({ free: null });
    const limits: CollectLimits = { rows: 0, csv: false, fields: 'basic' };
    account = { kind: 'ok', value: { ...ACCOUNT, plan: 'free', limits } };
    await model.activate('good');
    show(numbered(1));
    await expect.poll(() => model.state.notice).toBe('plan');
    expect(text(model)).toMatch(/^Your plan no longer includes this extension\. Upgrade it/);
  });

  it('collect nothing without an account if there is no free version', async () => {
    const model = await collecting({ free: null });
    show(numbered(3));
    await expect.poll(() => model.state.notice).toBe('plan');
    expect(model.state.counts.total).toBe(0);
  });
});

it('reads the open page again after the rows were deleted, if it is collecting', async () => {
  const model = await collecting();
  show(['a', 'b']);
  await expect.poll(() => model.state.counts.total).toBe(2);
  await model.clear();
  expect(model.state).toMatchObject({ collecting: true, counts: { total: 0 }, tally: { seen: 0 } });
  expect([started, stopped]).toEqual([2, 1]);
  await model.setCollecting(false);
  await model.clear();
  expect([started, stopped]).toEqual([2, 2]);
});

it('does not bring back rows that were sent when the table is cleared', async () => {
  const model = await collecting();
  await model.activate('good');
  show(['a', 'b']);
  await expect.poll(() => model.state.counts.total).toBe(2);
  await model.send();
  expect(model.state.counts).toMatchObject({ waiting: 0, sent: 2 });
  await model.clear();
  expect(model.state).toMatchObject({ collecting: true, counts: { total: 0 } });
  expect([started, stopped]).toEqual([1, 0]);
  show(['c']);
  await expect.poll(() => model.state.counts.total).toBe(1);
  await model.clear();
  expect([started, stopped]).toEqual([2, 1]);
});

it('stops collecting when Leadwell takes no rows of this version any more', async () => {
  const model = await collecting();
  await model.activate('good');
  expect(model.state).toMatchObject({ collecting: true, tooOld: false });
  account = { kind: 'ok', value: { ...ACCOUNT, leastVersion: '1.0.1', latestVersion: '1.0.1' } };
  await model.checkAccount();
  expect(model.state).toMatchObject({ collecting: false, tooOld: true });
  expect(stopped).toBe(1);
});

it('notices that a panel in another window has activated or disconnected this browser', async () => {
  const model = await panel({ free: null });
  await model.activate('bad');
  const other = await panel({ free: null });
  await other.activate('good');
  await expect.poll(() => model.state.limits).toEqual(UNLIMITED);
  expect(model.state).toMatchObject({ device: { token: 't', plan: 'unlimited' }, activationError: null });
  await other.disconnect();
  await expect.poll(() => model.state.device).toBeNull();
  expect(model.state.limits).toBeNull();
});

describe('disconnecting', () => {
  it('ends the token in Leadwell too', async () => {
    const model = await panel();
    await model.activate('good');
    await model.disconnect();
    expect(ended).toEqual(['t']);
    expect(model.state).toMatchObject({ device: null, activationError: null, disconnecting: false });
    expect(settings.get('device')).toBeNull();
  });

  it('happens here in any case, and says if Leadwell couldn’t be told', async () => {
    const model = await panel();
    for (const [reply, says] of [
      [{ kind: 'offline' }, expect.stringContaining('couldn’t be told')],
      [{ kind: 'signed-out', message: 'Gone.' }, null],
    ] as const) {
      await model.activate('good');
      disconnected = reply;
      await model.disconnect();
      expect(model.state).toMatchObject({ device: null, activationError: says });
    }
  });

  it('isn’t undone by the reply of a check that was on its way', async () => {
    const model = await panel();
    await model.activate('good');
    const late = Promise.withResolvers<ServerReply<AccountReply>>();
    account = late.promise;
    const checked = model.checkAccount();
    await model.disconnect();
    late.resolve({ kind: 'ok', value: ACCOUNT });
    await checked;
    expect(model.state.device).toBeNull();
    expect(settings.get('device')).toBeNull();
  });
});

describe('rows that Leadwell refused', () => {
  const LIMIT = 'The free version keeps 50 rows. Upgrade your plan for more.';
  const PREMIUM: AccountReply = { ...ACCOUNT, plan: 'premium', limits: FREE_COLLECT_LIMITS };
  const all = async () => (await store.all()).map(({ key, state }) => [key, state]);

  async function refusing(): Promise<PanelModel> {
    const model = await collecting();
    account = { kind: 'ok', value: PREMIUM };
    await model.activate('good');
    show(numbered(2));
    await expect.poll(() => model.state.counts.waiting).toBe(2);
    imported = {
      kind: 'ok',
      value: { added: 1, updated: 0, refused: [{ key: 'c1', reason: LIMIT }] },
    };
    await model.send();
    expect(model.state).toMatchObject({ refusals: [LIMIT], counts: { sent: 1, refused: 1, waiting: 0 } });
    imported = null;
    return model;
  }

  it('can be sent again', async () => {
    const model = await refusing();
    await model.sendRefused();
    expect(await all()).toEqual([
      ['c0', 'sent'],
      ['c1', 'sent'],
    ]);
    expect(model.state.refusals).toEqual([]);
  });

  it('wait again with a larger plan, and so do sent rows if it includes more of their fields', async () => {
    const model = await refusing();
    await model.checkAccount();
    expect(model.state.counts.waiting).toBe(0);
    account = { kind: 'ok', value: { ...PREMIUM, limits: { ...FREE_COLLECT_LIMITS, rows: 100 } } };
    await model.checkAccount();
    expect(await all()).toEqual([
      ['c0', 'sent'],
      ['c1', 'waiting'],
    ]);
    account = { kind: 'ok', value: ACCOUNT };
    await model.checkAccount();
    expect(model.state.counts.waiting).toBe(2);
  });
});

describe('rows that were sent', () => {
  async function sent(): Promise<PanelModel> {
    const model = await collecting();
    await model.activate('good');
    show(numbered(3));
    await expect.poll(() => model.state.counts.waiting).toBe(3);
    await model.send();
    expect(model.state.counts).toMatchObject({ sent: 3, waiting: 0 });
    await model.disconnect();
    return model;
  }

  it('stay sent if the same account connects again', async () => {
    const model = await sent();
    await model.activate('good');
    expect(model.state.counts).toMatchObject({ sent: 3, waiting: 0 });
  });

  it('wait for another account, also after the panel was closed', async () => {
    await sent();
    owner = 'ben';
    const model = await panel();
    await model.activate('good');
    expect(model.state.counts).toMatchObject({ sent: 0, waiting: 3 });
    await model.send();
    await model.disconnect();
    await model.activate('good');
    expect(model.state.counts).toMatchObject({ sent: 3, waiting: 0 });
  });

  it('stay sent if it isn’t known which account has them', async () => {
    const model = await sent();
    settings.delete('account');
    owner = 'ben';
    await model.activate('good');
    expect(model.state.counts).toMatchObject({ sent: 3, waiting: 0 });
    expect(settings.get('account')).toBe('ben');
  });

  it('stay sent with a server that doesn’t name the account', async () => {
    const model = await sent();
    owner = undefined;
    await model.activate('good');
    expect(model.state.counts).toMatchObject({ sent: 3, waiting: 0 });
    expect(settings.get('account')).toBe('ada');
  });
});

it('sends rows that one account has to the next one as well, except those that opted out', async () => {
  const model = await collecting();
  await model.activate('good');
  show(numbered(3));
  await expect.poll(() => model.state.counts.waiting).toBe(3);
  imported = {
    kind: 'ok',
    value: { added: 2, updated: 0, refused: [{ key: 'c1', reason: 'Opted out.', optedOut: true }] },
  };
  await model.send();
  expect(model.state.counts).toMatchObject({ sent: 2, optedOut: 1, waiting: 0 });
  await model.disconnect();
  owner = 'ben';
  await model.activate('good');
  expect(model.state.counts).toMatchObject({ sent: 0, optedOut: 1, waiting: 2 });
  imported = null;
  await model.send();
  expect(model.state.counts).toMatchObject({ sent: 2, optedOut: 1, waiting: 0 });
});

describe('sending', () => {
  it('says which list has the rows, until they are cleared', async () => {
    const model = await collecting();
    await model.activate('good');
    show(['a']);
    await vi.waitFor(() => expect(model.state.counts.waiting).toBe(1));
    await model.setList('Cafes');
    const list = { id: 'l1', name: 'Cafes (Clutch)' };
    imported = { kind: 'ok', value: { added: 1, updated: 0, list, refused: [] } };
    await model.send();
    expect(model.state.sentTo).toEqual({ ...list, asked: 'Cafes' });
    await model.clear();
    expect(model.state.sentTo).toBeNull();
  });

  it('says so if the browser fails, and goes on later', async () => {
    const model = await collecting();
    await model.activate('good');
    show(numbered(1));
    await expect.poll(() => model.state.counts.waiting).toBe(1);
    const batch = vi.spyOn(store, 'batch').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    await model.send();
    expect(model.state).toMatchObject({ sending: false, sendNotice: expect.stringContaining('disk space') });
    batch.mockRestore();
    await model.send();
    expect(model.state).toMatchObject({ sendNotice: null, counts: { sent: 1 } });
  });

  it('says nothing after the browser was disconnected meanwhile', async () => {
    const model = await collecting();
    await model.activate('good');
    show(numbered(1));
    await expect.poll(() => model.state.counts.waiting).toBe(1);
    const late = Promise.withResolvers<ServerReply<ImportReply>>();
    imported = late.promise;
    const sent = model.send();
    await model.disconnect();
    late.resolve({ kind: 'signed-out', message: 'Not connected.' });
    await sent;
    expect(model.state).toMatchObject({ activationError: null, sendNotice: null, sending: false });
  });

  it('with a token that ended keeps the connection that another panel has made since', async () => {
    const model = await panel();
    await model.activate('good');
    const other = { ...(settings.get('device') as object), token: 'newer' };
    settings.set('device', other);
    account = { kind: 'signed-out', message: 'Not connected.' };
    await model.checkAccount();
    expect(settings.get('device')).toEqual(other);
    expect(model.state).toMatchObject({ device: other, activationError: null });
  });
});

it('sends the rows and remembers the list', async () => {
  const model = await collecting();
  await model.activate('good');
  show(numbered(3));
  await expect.poll(() => model.state.counts.waiting).toBe(3);
  await model.setList('My list');
  await model.send();
  expect(model.state.counts).toEqual({ total: 3, waiting: 0, sent: 3, refused: 0, optedOut: 0 });
  expect((await panel()).state.list).toBe('My list');
});

it('says to which list rows went that were on their way when another one was named', async () => {
  const model = await collecting();
  await model.activate('good');
  show(numbered(3));
  await expect.poll(() => model.state.counts.waiting).toBe(3);
  await model.setList('First');
  imported = { kind: 'offline' };
  await model.send();
  await model.setList('Second');
  imported = null;
  await model.send();
  expect(model.state).toMatchObject({
    counts: { waiting: 0, sent: 3 },
    sendNotice: '3 rows were already on the way to the list “First”, and are there now.',
    retrySeconds: null,
  });
  await model.send();
  expect(model.state.sendNotice).toBeNull();
});
