import * as fakes from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COLLECT_IMPORT_MAX_BYTES, COLLECT_IMPORT_MAX_ROWS } from '#contract/collect-sites.ts';
import { CollectedStore } from './collected-store.ts';
import type { ImportReply, LeadwellServer, ServerReply } from './leadwell-client.ts';
import type { FoundRow } from './reading.ts';
import { sendWaiting } from './sender.ts';

let store: CollectedStore;
beforeEach(async () => {
  for (const [name, value] of Object.entries(fakes)) if (/^IDB/.test(name)) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakes.IDBFactory());
  store = await CollectedStore.open();
});
afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
});

const ALL = Number.POSITIVE_INFINITY;
const row = (
  key: string,
  values: Record<string, string> = { name: key },
  ...aliases: string[]
): FoundRow => ({
  key,
  aliases: [key, ...aliases],
  values,
  heard: [],
});
const heardRow = (...given: Parameters<typeof row>): FoundRow => {
  const found = row(...given);
  return { ...found, heard: Object.keys(found.values) };
};
const keys = async () => (await store.all()).map((row) => row.key);

describe('collected rows', () => {
  it('are kept once, in order of arrival, and newer values win', async () => {
    expect(
      await store.add([row('a', { name: 'A', phone: '1' }), row('b'), row('a', { name: 'A2' })], ALL),
    ).toEqual({ added: 2, left: 0 });
    expect((await store.all()).map((row) => row.values)).toEqual([{ name: 'A2', phone: '1' }, { name: 'b' }]);
    expect((await store.latest(1)).map((row) => row.key)).toEqual(['b']);
  });

  it('become one row when the page shows that they are the same', async () => {
    await store.add([row('@ada', { name: 'Ada' }), row('77', { name: 'Ada L' })], ALL);
    await store.add([row('77', { followers: '5' }, '@ada')], ALL);
    expect(await store.all()).toMatchObject([{ key: '77', values: { name: 'Ada', followers: '5' } }]);
    await store.add([row('@bo'), row('88', { bio: 'x' }, '@bo')], ALL);
    expect(await keys()).toEqual(['77', '88']);
  });

  it('keep what a response gave when a card shows less of it', async () => {
    await store.add([row('@ada', { name: 'Ada', bio: 'Math…', phone: '1' })], ALL);
    await store.add([heardRow('77', { bio: 'Math and poems' }, '@ada')], ALL);
    await store.add([row('@ada', { name: 'Ada L', bio: 'Math…', phone: '2' })], ALL);
    expect((await store.all()).map(({ values }) => values)).toEqual([
      { name: 'Ada L', bio: 'Math and poems', phone: '2' },
    ]);
    // A response can change it, also after the panel was closed.
    store.close();
    store = await CollectedStore.open();
    await store.add([heardRow('77', { bio: 'Poems' })], ALL);
    await store.add([row('@ada', { bio: 'Math…' })], ALL);
    expect((await store.all())[0]?.values.bio).toBe('Poems');
  });

  it('keep what a response gave for one of two rows that become one', async () => {
    await store.add([heardRow('77', { bio: 'Math and poems' }), row('@ada', { bio: 'Math…' })], ALL);
    await store.add([row('@ada', { name: 'Ada' }, '77')], ALL);
    expect(await store.all()).toMatchObject([{ values: { name: 'Ada', bio: 'Math and poems' } }]);
    await store.clear();
    await store.add([row('@ada', { bio: 'Math…' }), heardRow('77', { bio: 'Math and poems' })], ALL);
    await store.add([row('@ada', { name: 'Ada' }, '77')], ALL);
    expect(await store.all()).toMatchObject([{ values: { name: 'Ada', bio: 'Math and poems' } }]);
  });

  it('are taken up to the limit, while known rows still get new values', async () => {
    expect(await store.add([row('a'), row('b'), row('c'), row('a', { phone: '1' })], 2)).toEqual({
      added: 2,
      left: 1,
    });
    expect((await store.all())[0]?.values).toEqual({ name: 'a', phone: '1' });
  });

  it('stay after the panel is closed, until they are cleared', async () => {
    await store.add([row('a')], ALL);
    store.close();
    store = await CollectedStore.open();
    expect(await keys()).toEqual(['a']);
    await store.clear();
    expect(await store.counts()).toEqual({ total: 0, waiting: 0, sent: 0, refused: 0, optedOut: 0 });
  });
});

describe('sending', () => {
  /** Replies in the given order, then with success. Notes what arrived. */
  function server(...replies: ServerReply<ImportReply>[]) {
    const calls: { keys: string[]; id: string; list: string; bytes: number }[] = [];
    const fake: Pick<LeadwellServer, 'importRows'> = {
      importRows: async (_, list, rows, id) => {
        calls.push({ keys: rows.map((row) => row.key), id, list, bytes: JSON.stringify(rows).length });
        return replies.shift() ?? { kind: 'ok', value: { added: rows.length, updated: 0, refused: [] } };
      },
    };
    return { calls, server: fake as LeadwellServer };
  }
  let ids = 0;
  const send = (to: LeadwellServer, list = 'L') =>
    sendWaiting(
      store,
      to,
      'token',
      list,
      async () => {},
      () => `id-${++ids}`,
    );

  it('goes in batches of at most 500 rows and 1 MB', async () => {
    await store.add(
      Array.from({ length: 1100 }, (_, n) => row(`r${n}`)),
      ALL,
    );
    const to = server();
    expect(await send(to.server)).toEqual({ kind: 'done' });
    expect(to.calls.map((call) => call.keys.length)).toEqual([
      COLLECT_IMPORT_MAX_ROWS,
      COLLECT_IMPORT_MAX_ROWS,
      100,
    ]);
    expect(new Set(to.calls.flatMap((call) => call.keys)).size).toBe(1100);
    expect(await store.counts()).toEqual({ total: 1100, waiting: 0, sent: 1100, refused: 0, optedOut: 0 });

    await store.clear();
    await store.add(
      Array.from({ length: 200 }, (_, n) => row(`w${n}`, { bio: 'ü'.repeat(2000), name: '"'.repeat(2000) })),
      ALL,
    );
    const wide = server();
    await send(wide.server);
    expect(wide.calls.length).toBeGreaterThan(1);
    for (const call of wide.calls) expect(call.bytes).toBeLessThan(COLLECT_IMPORT_MAX_BYTES);
  });

  it('gives a batch whose key belongs to another request a new key, once, for the same rows and list', async () => {
    await store.add([row('a'), row('b')], ALL);
    await send(server({ kind: 'offline' }).server, 'First');
    await store.add([row('0')], ALL);
    const used = { kind: 'key-used', message: 'Used.' } as const;
    const to = server(used);
    expect(await send(to.server, 'Second')).toEqual({ kind: 'done' });
    expect(to.calls.map(({ keys, list }) => [keys, list])).toEqual([
      [['a', 'b'], 'First'],
      [['a', 'b'], 'First'],
      [['0'], 'Second'],
    ]);
    expect(new Set(to.calls.map(({ id }) => id)).size).toBe(3);
    await store.add([row('d')], ALL);
    const always = server(used, used, used);
    expect(await send(always.server)).toEqual({ kind: 'refused', message: 'Used.' });
    expect(always.calls).toHaveLength(2);
  });

  it('repeats the same batch with the same key until there is a reply, also with another list', async () => {
    await store.add([row('a'), row('b')], ALL);
    const down = server({ kind: 'offline' });
    expect(await send(down.server, 'First')).toEqual({ kind: 'offline' });
    expect(await store.counts()).toMatchObject({ waiting: 2 });
    await store.add([row('c')], ALL);
    store.close();
    store = await CollectedStore.open();
    const up = server({ kind: 'wait', seconds: 9 });
    expect(await send(up.server, 'Second')).toEqual({ kind: 'wait', seconds: 9 });
    expect(await send(up.server, 'Second')).toEqual({ kind: 'done' });
    expect(
      up.calls.map(({ keys: sent, id, list }) => ({ sent, same: id === down.calls[0]?.id, list })),
    ).toEqual([
      { sent: ['a', 'b'], same: true, list: 'First' },
      { sent: ['a', 'b'], same: true, list: 'First' },
      { sent: ['c'], same: false, list: 'Second' },
    ]);
  });

  it('keeps why a row was refused, and sends rows again that have changed meanwhile', async () => {
    await store.add([row('a'), row('b'), row('c')], ALL);
    const refused = [{ key: 'b', reason: 'Opted out.' }];
    const fake = server();
    const changing: LeadwellServer = {
      ...fake.server,
      importRows: async (...input) => {
        const first = fake.calls.length === 0;
        const reply = await fake.server.importRows(...input);
        if (!first) return reply;
        await store.add([row('c', { phone: '1' })], ALL);
        return { kind: 'ok', value: { added: 2, updated: 0, refused } };
      },
    };
    expect(await send(changing)).toEqual({ kind: 'done' });
    expect(fake.calls.map((call) => call.keys)).toEqual([['a', 'b', 'c'], ['c']]);
    expect((await store.all()).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', ''],
      ['refused', 'Opted out.'],
      ['sent', ''],
    ]);
    // A sent row keeps its key, or Leadwell would add it twice.
    await store.add([row('better', { phone: '2' }, 'a')], ALL);
    expect(await keys()).toEqual(['a', 'b', 'c']);
    expect(await store.counts()).toMatchObject({ waiting: 1 });
  });

  it('leaves rows that opted out out of the file, and never sends them again', async () => {
    await store.add([row('a'), row('b', { name: 'B' }, '@b')], ALL);
    const to = server({
      kind: 'ok',
      value: { added: 1, updated: 0, refused: [{ key: 'b', reason: 'Opted out.', optedOut: true }] },
    });
    await send(to.server);
    expect((await store.forFile()).map((row) => row.key)).toEqual(['a']);
    expect(await store.counts()).toEqual({ total: 2, waiting: 0, sent: 1, refused: 0, optedOut: 1 });
    // The page shows the same person again, with more details and a better identifier.
    await store.add([row('77', { phone: '1' }, '@b')], ALL);
    await send(to.server);
    expect((await store.forFile()).map((row) => row.key)).toEqual(['a']);
    expect(to.calls).toHaveLength(1);
  });

  it('stops at a refusal of the whole batch, and later sends it as a new one', async () => {
    await store.add([row('a')], ALL);
    const to = server({ kind: 'refused', message: 'No.' }, { kind: 'signed-out', message: 'Who?' });
    expect(await send(to.server)).toEqual({ kind: 'refused', message: 'No.' });
    expect(await send(to.server)).toEqual({ kind: 'signed-out', message: 'Who?' });
    expect(await send(to.server)).toEqual({ kind: 'done' });
    expect(new Set(to.calls.map((call) => call.id)).size).toBe(2);
  });
});
