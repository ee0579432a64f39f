import { describe, expect, it } from 'vitest';
import { parseJsonPath, readJsonPath } from './json-path.ts';

const ANSWER = {
  name: 'Acme',
  'full name': 'Acme Inc.',
  offices: [{ city: 'Berlin' }, { city: 'Oslo', rooms: 0 }, null],
  none: null,
};

function read(path: string): unknown[] | null {
  const parts = parseJsonPath(path);
  return parts && readJsonPath(ANSWER, parts);
}

describe('a path in an answer', () => {
  it.each([
    ['$', [ANSWER]],
    ['name', ['Acme']],
    ['$.name', ['Acme']],
    ["['full name']", ['Acme Inc.']],
    ['$["full name"]', ['Acme Inc.']],
    ['offices[0].city', ['Berlin']],
    ['offices[-1]', []],
    ['offices[1].rooms', [0]],
    ['offices[*].city', ['Berlin', 'Oslo']],
    ['none', []],
    ['nowhere.at.all', []],
    ['name.length', []],
    ['offices.city', []],
    ['toString', []],
    ['__proto__', []],
  ])('%s', (path, values) => {
    expect(read(path)).toEqual(values);
  });

  it.each(['$..name', 'a[?(@.b)]', 'a[', 'a[x]', `a${'.a'.repeat(30)}`, 'a..b'])('is not %s', (path) => {
    expect(parseJsonPath(path)).toBeNull();
  });

  it('takes as long as it is, whatever it has', () => {
    expect(parseJsonPath(`${'['.repeat(300)}`)).toBeNull();
    const wide = Array.from({ length: 50 }, () => Array.from({ length: 5000 }, () => [1, 2]));
    const parts = parseJsonPath('[*][*][*]');
    expect(parts && readJsonPath(wide, parts).length).toBe(1000);
  });
});
