import { describe, expect, it } from 'vitest';
import { type Press, readPress, type StartedSequence, takesLetters } from './key-presses.ts';

const BINDINGS = ['?', '/', 'n', 'g d', 'g t', 'mod+k'].map((keys) => ({ keys }));

function press(key: string, more: Partial<Press> = {}): Press {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, timeStamp: 0, ...more };
}

/** Presses keys 300 ms apart and returns what ran. */
function run(...presses: Press[]): string[] {
  let started: StartedSequence | null = null;
  const ran: string[] = [];
  for (const [index, press] of presses.entries()) {
    const timed = { ...press, timeStamp: press.timeStamp || index * 300 };
    const result: ReturnType<typeof readPress<{ keys: string }>> = readPress(BINDINGS, timed, started);
    started = result.started;
    if (result.binding) ran.push(result.binding.keys);
  }
  return ran;
}

describe('readPress', () => {
  it('finds single keys, also signs that need Shift', () => {
    expect(run(press('n'))).toEqual(['n']);
    expect(run(press('?', { shiftKey: true }), press('/'))).toEqual(['?', '/']);
  });

  it('finds sequences, with modifiers pressed in between', () => {
    expect(run(press('g'), press('d'))).toEqual(['g d']);
    expect(run(press('g'), press('Shift'), press('t'))).toEqual(['g t']);
    expect(run(press('g'), press('g'), press('d'))).toEqual([]);
  });

  it('forgets the first key after a second, and after another key', () => {
    expect(run(press('g'), press('d', { timeStamp: 1001 }))).toEqual([]);
    expect(run(press('g'), press('n'))).toEqual([]);
    expect(run(press('g'), press('x'), press('d'))).toEqual([]);
  });

  it('tells combinations with Ctrl, Cmd, Alt and Shift apart', () => {
    expect(run(press('k', { ctrlKey: true }))).toEqual(['mod+k']);
    expect(run(press('K', { metaKey: true }))).toEqual(['mod+k']);
    expect(run(press('k', { ctrlKey: true, shiftKey: true }))).toEqual([]);
    expect(run(press('n', { ctrlKey: true }), press('n', { altKey: true }))).toEqual([]);
    expect(run(press('N', { shiftKey: true }), press('k'))).toEqual([]);
  });
});

it.each([
  [{ localName: 'input', type: 'text' }, true],
  [{ localName: 'input', type: 'search' }, true],
  [{ localName: 'input', type: 'checkbox' }, false],
  [{ localName: 'textarea' }, true],
  [{ localName: 'select' }, true],
  [{ localName: 'div', isContentEditable: true }, true],
  [{ localName: 'div', role: 'menuitem' }, true],
  [{ localName: 'button', role: 'tab' }, false],
  [{ localName: 'body', role: null }, false],
])('takesLetters %o: %s', (element, expected) => {
  expect(takesLetters(element)).toBe(expected);
});
