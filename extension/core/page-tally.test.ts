import { describe, expect, it } from 'vitest';
import type { CutMessage } from './messages.ts';
import { PageTally } from './page-tally.ts';
import { collectRows, makeRow } from './reading.ts';

/** Reads a row from the first text of each card, and from each line of a state. */
const tallyOf = () =>
  new PageTally(({ cards, states }) =>
    collectRows(
      [...cards.map(({ texts: [name] }) => name), ...states.flatMap((text) => text.split('\n'))].map((name) =>
        makeRow([name], 'name', { name }),
      ),
    ),
  );

function cut(names: string[], more: Partial<CutMessage> = {}): CutMessage {
  const cards = names.map((name, id) => ({ id, texts: [name], links: [], marks: [] }));
  return { kind: 'cut', url: 'https://site.example/', cards, states: [], hints: 0, ...more };
}

function counts(tally: PageTally): string {
  return `${tally.tally.read} of ${tally.tally.seen}`;
}

describe('signs of results outside of the cards', () => {
  it('count as unread beside cards that were read', () => {
    const tally = tallyOf();
    tally.readMessage(cut(['a', 'b'], { hints: 3 }), 'https://site.example/');
    expect(counts(tally)).toBe('2 of 5');
  });

  it('are those of the page as it is now', () => {
    const tally = tallyOf();
    tally.readMessage(cut([], { hints: 3 }), 'https://site.example/');
    expect(counts(tally)).toBe('0 of 3');
    tally.readMessage(cut(['a', 'b', 'c']), 'https://site.example/');
    expect(counts(tally)).toBe('3 of 3');
  });

  it('may be the results of a response, unless a card has shown them', () => {
    const tally = tallyOf();
    tally.readMessage({ kind: 'heard', text: 'a\nb\nc' }, 'https://site.example/');
    tally.readMessage(cut(['a'], { hints: 2 }), 'https://site.example/');
    expect(counts(tally)).toBe('3 of 3');
    tally.readMessage(cut(['b'], { hints: 2 }), 'https://site.example/');
    expect(counts(tally)).toBe('3 of 4');
  });
});
