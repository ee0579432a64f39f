import { describe, expect, it } from 'vitest';
import { hasSessionEnded, originOf, originState } from './origin.ts';

describe('the return path after sign-in', () => {
  it('keeps path, query and fragment', () => {
    const location = { pathname: '/dashboard/task-history', search: '?page=2', hash: '#t1' };
    expect(originOf(originState(location))).toBe('/dashboard/task-history?page=2#t1');
  });

  it('says whether the session ended on that page', () => {
    const location = { pathname: '/dashboard', search: '', hash: '' };
    expect(hasSessionEnded(originState(location, true))).toBe(true);
    expect(hasSessionEnded(originState(location))).toBe(false);
    expect(hasSessionEnded(null)).toBe(false);
  });

  it.each([
    null,
    undefined,
    {},
    { origin: 5 },
    { origin: 'https://evil.example' },
    { origin: '//evil.example' },
    { origin: '/\\evil.example' },
    { origin: 'javascript:alert(1)' },
    { origin: '/\t/evil.example' },
  ])('falls back to the dashboard for %o', (state) => {
    expect(originOf(state)).toBe('/dashboard');
  });
});
