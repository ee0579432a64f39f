import { describe, expect, it } from 'vitest';
import { loginReason, originOf, originState } from './origin.ts';

describe('the return path after sign-in', () => {
  it('keeps path, query and fragment', () => {
    const location = { pathname: '/dashboard/task-history', search: '?page=2', hash: '#t1' };
    expect(originOf(originState(location))).toBe('/dashboard/task-history?page=2#t1');
  });

  it('says why the login page opened', () => {
    const location = { pathname: '/dashboard', search: '', hash: '' };
    expect(loginReason(originState(location, 'session-ended'))).toBe('session-ended');
    expect(loginReason(originState(location))).toBeNull();
    expect(loginReason({ origin: '/dashboard', reason: 'other' })).toBeNull();
    expect(loginReason(null)).toBeNull();
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
