import { expect, it } from 'vitest';
import { EDITED_CELLS_MAX } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListView } from '#contract/lists.ts';
import { type Edit, inColumns } from './edit.ts';
import { EditQueue, editParts, type FailedEdit, type SavedEdit } from './edit-queue.ts';

const LIST = {} as ListView;
const cells = (count: number, value = 'x'): Edit => ({
  changes: Array.from({ length: count }, (_, index) => ({ row: index + 1, column: 'a', value })),
  add: [],
});

/** A queue whose calls fail while `failing` has their numbers, from 1. Edits are e1, e2 and so on. */
function testQueue(failing: Record<number, Error> = {}, conflicts: SavedEdit['conflicts'] = []) {
  const calls: string[] = [];
  const failed: FailedEdit[] = [];
  const nothing: string[] = [];
  const undone: string[] = [];
  const keys: string[] = [];
  const reply = async (call: string) => {
    calls.push(call);
    const error = failing[calls.length];
    if (error) throw error;
    return { list: LIST, rows: [], edit: `e${calls.length}`, refused: [], notes: [], conflicts };
  };
  const queue = new EditQueue({
    save: ({ changes, add }, key) => {
      keys.push(key);
      return reply(`save ${changes[0]?.value ?? ''} ${changes.length}+${add.length}`);
    },
    undo: (edit) => reply(`undo ${edit}`),
    onSaved: async () => undefined,
    onFailure: async (failure) => {
      failed.push(failure);
    },
    onUndone: (edit) => undone.push(edit),
    onNothing: (kind) => nothing.push(kind),
  });
  return { queue, calls, keys, failed, nothing, undone };
}

it('undoes the last edit, also if its reply hasn’t come', async () => {
  const { queue, calls } = testQueue();
  await queue.edit(cells(1, 'first'));
  void queue.edit(cells(1, 'second'));
  await queue.undo();
  expect(calls).toEqual(['save first 1+0', 'save second 1+0', 'undo e2']);
});

it('undoes and redoes all requests of a paste at once', async () => {
  const { queue, calls, nothing } = testQueue();
  await queue.edit(cells(EDITED_CELLS_MAX + 1));
  await queue.undo();
  await queue.redo();
  expect(calls.slice(2)).toEqual(['undo e2', 'undo e1', 'undo e4', 'undo e3']);
  await queue.redo();
  expect(nothing).toEqual(['redo']);
});

it('redoes a paste that changed values and added rows, and undoes that again', async () => {
  const { queue, calls, keys } = testQueue();
  await queue.edit({ ...cells(1), add: [{ a: '1' }, { a: '2' }] });
  await queue.undo();
  await queue.redo();
  await queue.undo();
  await queue.redo();
  expect(calls).toEqual([
    'save x 1+2',
    'undo e1',
    'undo e2',
    'save  0+2',
    'undo e4',
    'undo e3',
    'undo e6',
    'save  0+2',
  ]);
  expect(new Set(keys).size).toBe(3);
});

it('adds rows again once when their redo fails, without asking for an edit that has no values', async () => {
  const { queue, calls, keys } = testQueue({ 3: new Error('offline') });
  await queue.edit({ changes: [], add: [{ a: '1' }] });
  await queue.undo();
  await queue.redo();
  await queue.redo();
  expect(calls).toEqual(['save  0+1', 'undo e1', 'save  0+1', 'save  0+1']);
  expect(keys[1]).toBe(keys[2]);
});

it('adds only those rows again that the undo deleted', async () => {
  const saved: Edit[] = [];
  const row = (id: number) => ({ id, values: {}, addedAt: '', updatedAt: '' });
  const queue = new EditQueue({
    async save(part) {
      saved.push(part);
      return {
        list: LIST,
        rows: [row(7), row(8)],
        edit: 'added',
        refused: [{ row: null, added: 0, reason: 'Opted out.' }],
        notes: [],
        conflicts: [],
      };
    },
    undo: async () => ({
      list: LIST,
      rows: [],
      edit: 'undone',
      refused: [{ row: 7, added: null, reason: 'Changed since.' }],
      notes: [],
      conflicts: [],
    }),
    onSaved: async () => undefined,
    onFailure: async () => undefined,
    onUndone: () => undefined,
    onNothing: () => undefined,
  });
  await queue.edit({ changes: [], add: [{ a: 'refused' }, { a: 'kept' }, { a: 'deleted' }] });
  await queue.undo();
  await queue.redo();
  expect(saved.map(({ add }) => add)).toEqual([
    [{ a: 'refused' }, { a: 'kept' }, { a: 'deleted' }],
    [{ a: 'deleted' }],
  ]);
});

it('undoes again what wasn’t undone', async () => {
  const { queue, calls, failed } = testQueue({ 2: new Error('offline') });
  await queue.edit(cells(1));
  await queue.undo();
  await queue.undo();
  expect(calls.slice(1)).toEqual(['undo e1', 'undo e1']);
  expect(failed).toMatchObject([{ kind: 'undo', isPartial: false, unsaved: [], retry: null }]);
});

it('says that a part was undone if the server could bring back only some rows, and goes on with the rest', async () => {
  const full = new CallError('quota_exceeded', 'Your lists are full.', { details: { back: 40 } });
  const { queue, calls, failed } = testQueue({ 1: full, 2: new CallError('quota_exceeded', 'Still full.') });
  await queue.remember(['gone']);
  for (let times = 0; times < 3; times += 1) await queue.undo();
  expect(failed.map(({ isPartial }) => isPartial)).toEqual([true, false]);
  expect(calls).toEqual(['undo gone', 'undo gone', 'undo gone']);
});

it('goes on with the edit before one that is too old to be undone', async () => {
  const { queue, calls } = testQueue({ 3: new CallError('not_found', 'This change is too old.') });
  await queue.edit(cells(1));
  await queue.edit(cells(1));
  await queue.undo();
  await queue.undo();
  expect(calls.slice(2)).toEqual(['undo e2', 'undo e1']);
});

it('keeps what wasn’t saved, and undoes it with the part that was', async () => {
  const { queue, calls, failed } = testQueue({ 2: new Error('offline') });
  await queue.edit(cells(EDITED_CELLS_MAX + 3));
  expect(failed).toMatchObject([{ kind: 'edit', isPartial: true }]);
  failed[0]?.retry?.();
  await queue.undo();
  expect(calls).toEqual(['save x 5000+0', 'save x 3+0', 'save x 3+0', 'undo e3', 'undo e1']);
});

it('keeps the key of a part while it is tried again, and has another one for each part', async () => {
  const { queue, keys, failed } = testQueue({ 2: new Error('offline'), 3: new Error('offline') });
  await queue.edit(cells(EDITED_CELLS_MAX + 3));
  failed[0]?.retry?.();
  await queue.edit(cells(1));
  failed[1]?.retry?.();
  await queue.edit(cells(1));
  const [first, second, ...later] = keys;
  expect(later).toEqual([second, expect.any(String), second, expect.any(String)]);
  expect(new Set(keys).size).toBe(4);
  expect(first).not.toBe(second);
});

it('undoes what the server saved of an edit that failed', async () => {
  const full = new CallError('quota_exceeded', 'Your lists are full.', { details: { edit: 'half' } });
  const { queue, calls, keys, failed } = testQueue({ 1: full });
  await queue.edit(cells(1));
  expect(failed).toMatchObject([{ kind: 'edit', isPartial: true }]);
  await queue.undo();
  expect(calls).toEqual(['save x 1+0', 'undo half']);
  // The server would take the same key for the edit that was undone.
  failed[0]?.retry?.();
  await queue.redo();
  expect(new Set(keys).size).toBe(2);
});

it('goes on after rows that don’t load', async () => {
  const { queue, calls } = testQueue();
  void queue.edit(async () => null);
  await queue.edit(cells(1));
  expect(calls).toEqual(['save x 1+0']);
});

it('doesn’t undo an edit of cells that were all changed elsewhere', async () => {
  const { queue, calls, nothing } = testQueue({}, [{ row: 1, column: 'a' }]);
  await queue.edit(cells(1));
  await queue.undo();
  expect([calls, nothing]).toEqual([['save x 1+0'], ['undo']]);
});

it('cuts an edit by cells, new rows and characters', () => {
  const long = 'x'.repeat(10_000);
  const sizes = (edit: Edit) => [...editParts(edit)].map(({ changes, add }) => [changes.length, add.length]);
  expect(sizes({ changes: cells(2).changes, add: [{ a: '1' }] })).toEqual([[2, 1]]);
  expect(sizes(cells(EDITED_CELLS_MAX))).toEqual([[EDITED_CELLS_MAX, 0]]);
  expect(sizes({ changes: [], add: Array.from({ length: 501 }, () => ({ a: '1' })) })).toEqual([
    [0, 500],
    [0, 1],
  ]);
  const parts = [...editParts(cells(1000, long))];
  expect(parts.flatMap(({ changes }) => changes)).toHaveLength(1000);
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(4 * 1024 * 1024);
  expect(sizes({ changes: [], add: [] })).toEqual([]);
});

it('undoes a deletion in its turn or by itself, and never twice', async () => {
  const { queue, calls, nothing } = testQueue();
  await queue.edit(cells(1));
  await queue.remember(['gone']);
  await queue.edit(cells(1));
  await queue.undoOne('gone');
  expect(calls.at(-1)).toBe('undo gone');
  await queue.undoOne('gone');
  await queue.redo();
  expect(nothing).toEqual(['undo', 'redo']);
  await queue.remember(['merged']);
  await queue.undo();
  await queue.undo();
  await queue.undo();
  expect(calls.slice(3)).toEqual(['undo merged', 'undo e2', 'undo e1']);
});

it('undoes a merge again after the deletion that it waits for', async () => {
  const calls: string[] = [];
  const queue = new EditQueue({
    save: async () => Promise.reject(new Error('Nothing is typed.')),
    async undo(edit) {
      const isEarly = edit === 'merged' && !calls.includes('deleted');
      calls.push(edit);
      return {
        list: LIST,
        rows: [],
        edit: `undone-${edit}`,
        refused: isEarly ? [{ row: 2, added: null, reason: 'Undo that first.', waits: true as const }] : [],
        notes: [],
        conflicts: [],
      };
    },
    onSaved: async () => undefined,
    onFailure: async () => undefined,
    onUndone: (edit) => calls.push(`undone ${edit}`),
    onNothing: (kind) => calls.push(`nothing to ${kind}`),
  });
  await queue.remember(['merged']);
  await queue.remember(['deleted']);
  await queue.undoOne('merged');
  await queue.undo();
  await queue.undo();
  await queue.undo();
  expect(calls).toEqual([
    'merged',
    'deleted',
    'undone deleted',
    'merged',
    'undone merged',
    'nothing to undo',
  ]);
});

it('undoes all edits of an import at once, also those that became known later, and not twice', async () => {
  const { queue, calls, nothing, undone } = testQueue();
  await queue.remember(['i1']);
  await queue.edit(cells(1));
  await queue.remember(['i1', 'i2']);
  expect(queue.wasUndone(['i1', 'i2'])).toBe(false);
  await queue.undoOne('i2');
  expect(calls.slice(1)).toEqual(['undo i2', 'undo i1']);
  expect(queue.wasUndone(['i1'])).toBe(true);
  expect(undone).toEqual(['i2', 'i1']);
  await queue.remember(['i1', 'i2']);
  await queue.undo();
  await queue.undo();
  expect(calls.slice(3)).toEqual(['undo e1']);
  expect(nothing).toEqual(['undo']);
});

it('keeps what can be redone when nothing new was changed', async () => {
  const { queue, calls } = testQueue();
  await queue.remember(['i1']);
  await queue.edit(cells(1));
  await queue.undo();
  await queue.remember([]);
  await queue.remember(['i1']);
  await queue.redo();
  expect(calls.slice(1)).toEqual(['undo e1', 'undo e2']);
  await queue.undo();
  await queue.remember(['i1', 'i2']);
  await queue.redo();
  expect(calls.slice(3)).toEqual(['undo e3']);
});

it('tries again only with what has a place now, as another edit', async () => {
  const error = new CallError('conflict', 'A column that you changed is gone.');
  const { queue, calls, keys, failed } = testQueue({ 1: error });
  await queue.edit({
    changes: [
      { row: 1, column: 'a', value: 'x' },
      { row: 1, column: 'gone', value: 'y' },
    ],
    add: [{ gone: '1' }, { a: '2', gone: '3' }],
  });
  const left = new Set(['a']);
  await failed[0]?.retry?.((part) => inColumns(part, left));
  expect(calls).toEqual(['save x 2+2', 'save x 1+1']);
  expect(new Set(keys).size).toBe(2);
});

it('tries again as the same edit if all of it has a place', async () => {
  const { queue, calls, keys, failed } = testQueue({ 1: new Error('offline') });
  await queue.edit(cells(2));
  await failed[0]?.retry?.((part) => inColumns(part, new Set(['a'])));
  expect(calls).toEqual(['save x 2+0', 'save x 2+0']);
  expect(new Set(keys).size).toBe(1);
});
