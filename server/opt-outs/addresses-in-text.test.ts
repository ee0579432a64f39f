import { afterEach, expect, it, vi } from 'vitest';
import { addressesIn } from './addresses-in-text.ts';

afterEach(() => vi.restoreAllMocks());

it('finds addresses between what is around them', () => {
  expect(
    addressesIn('Ann <ann@a.example>, (ben@b.example). mailto:cy+x@c.example?subject=@ or @d, e@'),
  ).toEqual(['ann@a.example', 'ben@b.example', 'cy+x@c.example']);
  expect(addressesIn('a@b@c.example x@@y ö@ü.example!')).toEqual(['a@b', 'ö@ü.example']);
  expect(addressesIn(`${'a'.repeat(2000)}@b.example`)).toEqual([]);
});

it('takes steps in proportion to the text, whatever it has', () => {
  const steps = (text: string) => {
    const spy = vi.spyOn(RegExp.prototype, 'test');
    addressesIn(text);
    const { length } = spy.mock.calls;
    spy.mockRestore();
    return length;
  };
  const run = 'a'.repeat(80_000);
  for (const text of [`${run}@`, `@${run}`, `${run} @`, `${run}@b@${run}@`, 'a@'.repeat(40_000)])
    expect(steps(text)).toBeLessThan(text.length * 3);
});
