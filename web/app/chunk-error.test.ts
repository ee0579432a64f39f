import { describe, expect, it } from 'vitest';
import { isChunkError, mayReload } from './chunk-error.ts';

describe('isChunkError', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/a.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('recognizes the messages of Chromium, Firefox, Safari and the preloader: %s', (message) => {
    expect(isChunkError(new TypeError(message))).toBe(true);
  });

  it('ignores other errors', () => {
    expect(isChunkError(new TypeError('x is not a function'))).toBe(false);
    expect(isChunkError('Failed to fetch dynamically imported module')).toBe(false);
  });
});

describe('mayReload', () => {
  it('allows one reload, then another after a pause', () => {
    expect(mayReload(null, 1_000_000)).toBe(true);
    expect(mayReload('1000000', 1_010_000)).toBe(false);
    expect(mayReload('1000000', 1_040_000)).toBe(true);
  });
});
