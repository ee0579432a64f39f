import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CellPlace, cellSelection, extendedTo, rangeOf, type Selection } from './cell-selection.ts';
import { type KeyAction, type KeyPress, type KeySituation, keyAction, nextCell } from './grid-keys.ts';

const size = { rows: 100, columns: 5, checks: true };
const at = (row: number, column: number): CellPlace => ({ row, column });

/** "Ctrl+Shift+ArrowDown" */
function press(keys: string): KeyPress {
  const parts = keys.split('+');
  const key = { Space: ' ' }[parts.at(-1)!] ?? parts.at(-1)!;
  const mod = parts.includes('Ctrl');
  return {
    key,
    mod,
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
    types: key.length === 1 && key !== ' ' && !mod,
  };
}

function act(keys: string, selection: Selection, more: Partial<KeySituation> = {}): KeyAction | null {
  return keyAction(press(keys), { selection, size, pageRows: 10, working: true, ...more });
}

function cursorAfter(keys: string, from: CellPlace): CellPlace | null {
  const action = act(keys, cellSelection(from));
  return action?.kind === 'select' ? action.selection.cursor : null;
}

describe('the cursor', () => {
  it.each<[string, CellPlace, CellPlace]>([
    ['ArrowDown', at(3, 2), at(4, 2)],
    ['ArrowLeft', at(3, 2), at(3, 1)],
    ['ArrowLeft', at(3, 0), at(3, -1)],
    ['ArrowUp', at(0, 2), at(-1, 2)],
    ['ArrowDown', at(99, 2), at(99, 2)],
    ['Ctrl+ArrowDown', at(3, 2), at(99, 2)],
    ['Ctrl+ArrowRight', at(3, 2), at(3, 4)],
    ['Ctrl+ArrowUp', at(3, 2), at(0, 2)],
    ['Home', at(3, 2), at(3, 0)],
    ['Ctrl+Home', at(3, 2), at(0, 0)],
    ['End', at(3, 2), at(3, 4)],
    ['Ctrl+End', at(3, 2), at(99, 4)],
    ['PageDown', at(3, 2), at(13, 2)],
    ['PageUp', at(3, 2), at(0, 2)],
    ['Tab', at(3, 4), at(4, 0)],
    ['Shift+Tab', at(3, 0), at(2, 4)],
    ['ArrowDown', at(-1, 2), at(0, 2)],
    ['ArrowLeft', at(-1, 0), at(-1, -1)],
    ['End', at(-1, 0), at(-1, 4)],
  ])('goes with %s from %o to %o', (keys, from, to) => {
    expect(cursorAfter(keys, from)).toEqual(to);
  });

  it('stays in the grid with any keys', () => {
    const keys = fc.constantFrom(
      ...[
        'ArrowUp',
        'ArrowDown',
        'ArrowLeft',
        'ArrowRight',
        'Home',
        'End',
        'PageUp',
        'PageDown',
        'Tab',
        'Space',
      ],
    );
    const pressed = fc.tuple(fc.constantFrom('', 'Ctrl+', 'Shift+', 'Ctrl+Shift+'), keys);
    fc.assert(
      fc.property(fc.array(pressed, { maxLength: 60 }), (presses) => {
        let selection = cellSelection(at(0, 0));
        for (const [modifier, key] of presses) {
          const action = act(modifier + key, selection);
          if (action?.kind === 'select') selection = action.selection;
        }
        for (const { row, column } of [selection.cursor, selection.end]) {
          expect(row).toBeGreaterThanOrEqual(-1);
          expect(row).toBeLessThan(size.rows);
          expect(column).toBeGreaterThanOrEqual(-1);
          expect(column).toBeLessThan(size.columns);
        }
      }),
    );
  });

  it('leaves the grid with Tab before any work, and behind the last cell', () => {
    expect(act('Tab', cellSelection(at(3, 2)), { working: false })).toBeNull();
    expect(act('Tab', cellSelection(at(99, 4)))).toBeNull();
    expect(nextCell(at(0, 0), -1, size)).toBeNull();
  });
});

describe('a range', () => {
  const range = extendedTo(cellSelection(at(3, 2)), at(5, 3), size);
  const after = (keys: string) => {
    const action = act(keys, range);
    return action?.kind === 'select' ? rangeOf(action.selection) : null;
  };

  it.each([
    ['Shift+ArrowDown', { top: 3, bottom: 6, left: 2, right: 3 }],
    ['Ctrl+Shift+ArrowRight', { top: 3, bottom: 5, left: 2, right: 4 }],
    ['Ctrl+a', { top: 0, bottom: 99, left: 0, right: 4 }],
    ['Shift+Space', { top: 3, bottom: 5, left: 0, right: 4 }],
    ['Ctrl+Space', { top: 0, bottom: 99, left: 2, right: 3 }],
    ['Escape', { top: 3, bottom: 3, left: 2, right: 2 }],
  ])('%s', (keys, expected) => {
    expect(after(keys)).toEqual(expected);
  });

  it('scrolls to the moving corner, but not to the end of all cells', () => {
    expect(act('Shift+ArrowDown', range)).toMatchObject({ reveal: at(6, 3) });
    expect(act('Ctrl+a', range)).not.toHaveProperty('reveal');
  });
});

describe('what a key does to the cell', () => {
  it.each<[string, KeyAction | null]>([
    ['Enter', { kind: 'edit', replace: false }],
    ['F2', { kind: 'edit', replace: false }],
    ['x', { kind: 'edit', replace: true }],
    ['Shift+X', { kind: 'edit', replace: true }],
    ['Space', { kind: 'open-cell' }],
    ['Delete', { kind: 'clear' }],
    ['Backspace', { kind: 'clear' }],
    ['Ctrl+Enter', { kind: 'open-link' }],
    ['Ctrl+d', { kind: 'fill-down' }],
    ['Ctrl+z', { kind: 'undo' }],
    ['Ctrl+Shift+Z', { kind: 'redo' }],
    ['Ctrl+y', { kind: 'redo' }],
    ['Ctrl+Shift+C', { kind: 'copy-with-headers' }],
    // The browser makes events of these, and keeps its own keys.
    ['Ctrl+c', null],
    ['Ctrl+v', null],
    ['Ctrl+t', null],
    ['Alt+ArrowLeft', null],
    ['F5', null],
    ['Escape', { kind: 'rest' }],
  ])('%s', (keys, expected) => {
    expect(act(keys, cellSelection(at(3, 2)))).toEqual(expected);
  });

  it('types characters that need Alt Gr', () => {
    const at2 = { key: '@', mod: true, shift: false, alt: true, types: true };
    const situation = { selection: cellSelection(at(1, 1)), size, pageRows: 10, working: true };
    expect(keyAction(at2, situation)).toEqual({ kind: 'edit', replace: true });
  });

  it('checks a row', () => {
    expect(act('Space', cellSelection(at(3, -1)))).toEqual({ kind: 'check-row' });
  });
});

describe('in the header', () => {
  const header = cellSelection(at(-1, 2));
  it.each<[string, KeyAction | null]>([
    ['Enter', { kind: 'open-menu' }],
    ['Space', { kind: 'open-menu' }],
    ['Shift+ArrowLeft', { kind: 'resize-column', by: -1 }],
    ['Ctrl+Shift+ArrowRight', { kind: 'move-column', by: 1 }],
    ['x', null],
    ['Delete', null],
    ['Tab', null],
  ])('%s', (keys, expected) => {
    expect(act(keys, header)).toEqual(expected);
  });

  it('selects the column and all rows', () => {
    expect(act('Ctrl+Space', header)).toMatchObject({
      selection: { cursor: at(0, 2), end: at(99, 2) },
    });
    expect(act('Enter', cellSelection(at(-1, -1)))).toEqual({ kind: 'check-row' });
  });
});
