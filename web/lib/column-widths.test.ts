import { describe, expect, it } from 'vitest';
import { MAX_COLUMN_PX, MIN_COLUMN_PX, resizedColumn, widthAfterKey, widthOfClass } from './column-widths.ts';

describe('column widths', () => {
  it('change for one column and stay for the others', () => {
    const first = resizedColumn({}, { url: 208.4, title: 144 }, { column: 'url', px: 300 });
    expect(first).toEqual({ url: 300, title: 144 });
    expect(resizedColumn(first, { url: 310, emails: 208 }, { column: 'title', px: 90 })).toEqual({
      url: 300,
      title: 90,
      emails: 208,
    });
  });

  it('have limits', () => {
    expect(resizedColumn({}, { charge: 40 }, { column: 'url', px: 5000 })).toEqual({
      url: MAX_COLUMN_PX,
      charge: MIN_COLUMN_PX,
    });
  });

  it.each([
    ['ArrowLeft', 84],
    ['ArrowRight', 116],
    ['Home', MIN_COLUMN_PX],
    ['End', MAX_COLUMN_PX],
    ['Tab', null],
  ])('change with the key %s', (key, px) => {
    expect(widthAfterKey(key, 100)).toBe(px);
  });

  it.each([
    ['lg:w-52', 208],
    ['w-32 lg:w-36', 144],
    [undefined, 160],
  ])('are read from the class %s', (classes, px) => {
    expect(widthOfClass(classes)).toBe(px);
  });
});
