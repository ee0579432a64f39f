import { describe, expect, it } from 'vitest';
import { type Departure, loginReason, loginState, originState, returnPath } from './origin.ts';

describe('the return path after sign-in', () => {
  it('keeps path, query and fragment', () => {
    const location = { pathname: '/dashboard/task-history', search: '?page=2', hash: '#t1' };
    expect(returnPath(originState(location), 'ann')).toBe('/dashboard/task-history?page=2#t1');
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
    expect(returnPath(state, 'ann')).toBe('/dashboard');
  });
});

describe('the login page that a visitor is sent to', () => {
  const location = { pathname: '/dashboard/lists/7', search: '', hash: '', state: null, key: 'k2' };
  const left = (how: Departure['how']): Departure => ({ how, userId: 'ann', page: 'k2' });
  const state = (departure: Departure | null, { back = false, key = 'k2' } = {}) =>
    loginState({ ...location, key }, { departure, back });

  it('asks visitors of a page to log in, and returns them to it', () => {
    expect(loginReason(state(null))).toBe('not-signed-in');
    expect(returnPath(state(null), 'ann')).toBe('/dashboard/lists/7');
  });

  it('says nothing after a logout, and takes the next person to their own start', () => {
    for (const options of [{}, { back: true, key: 'k1' }]) {
      const after = state(left('logged-out'), options);
      expect(loginReason(after)).toBeNull();
      expect(returnPath(after, 'bob')).toBe('/dashboard');
    }
  });

  it('asks to log in for a page that is opened after a logout', () => {
    const opened = state(left('logged-out'), { key: 'k5' });
    expect(loginReason(opened)).toBe('not-signed-in');
    expect(returnPath(opened, 'bob')).toBe('/dashboard/lists/7');
  });

  it('says that a session has ended, and returns only its user to the page', () => {
    const ended = state(left('session-ended'));
    expect(loginReason(ended)).toBe('session-ended');
    expect(returnPath(ended, 'ann')).toBe('/dashboard/lists/7');
    expect(returnPath(ended, 'bob')).toBe('/dashboard');
    expect(returnPath(ended, undefined)).toBe('/dashboard');
  });

  it('says nothing to a person who came on their own', () => {
    expect(loginReason(null)).toBeNull();
    expect(loginReason({ origin: '/dashboard', reason: 'other' })).toBeNull();
  });
});
