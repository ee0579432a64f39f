import type { User } from '@supabase/auth-js';
import { afterEach, expect, it, vi } from 'vitest';
import { AUTH_STORAGE_KEY, freshSession, sessionToKeep, storedSession } from './stored-session.ts';

const NOW = Date.UTC(2026, 10, 22);
const SESSION = {
  access_token: 'token',
  expires_at: NOW / 1000 + 3600,
  user: { id: 'u1', email: 'ada@example.com', user_metadata: { name: 'Ada' } },
};

function read(stored: unknown) {
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored);
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === AUTH_STORAGE_KEY ? text : null) });
  return freshSession(NOW);
}

afterEach(() => vi.unstubAllGlobals());

it('reads a session until it has to be renewed', () => {
  expect(read(SESSION)).toEqual({
    access_token: 'token',
    user: SESSION.user,
    renewAt: NOW + 3_600_000 - 90_000,
  });
  expect(read({ ...SESSION, expires_at: NOW / 1000 + 91 })).not.toBeNull();
  expect(read({ ...SESSION, expires_at: NOW / 1000 + 90 })).toBeNull();
});

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['a list', []],
  ['no token', { ...SESSION, access_token: undefined }],
  ['no expiry', { ...SESSION, expires_at: '1' }],
  ['no user', { ...SESSION, user: null }],
  ['half a user', { ...SESSION, user: { id: 'u1' } }],
  ['a user without metadata', { ...SESSION, user: { id: 'u1', user_metadata: null } }],
])('leaves %s to the auth client', (_, stored) => {
  expect(read(stored)).toBeNull();
});

it('survives blocked storage', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('blocked');
    },
  });
  expect(freshSession(NOW)).toBeNull();
});

it('keeps the stored session if the auth client reports none without a connection', () => {
  const expired = { ...SESSION, expires_at: NOW / 1000 - 3600 };
  expect(read(expired)).toBeNull();
  expect(storedSession()?.user).toEqual(SESSION.user);
  expect(sessionToKeep(null, false)?.user).toEqual(SESSION.user);
  expect(sessionToKeep(null, true)).toBeNull();
  const renewed = { user: { ...SESSION.user, id: 'u2' } as unknown as User };
  expect(sessionToKeep(renewed, false)).toBe(renewed);
  // The auth client ended it.
  read(null);
  expect(sessionToKeep(null, false)).toBeNull();
});
