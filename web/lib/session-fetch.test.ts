import { expect, it, vi } from 'vitest';
import { createSessionFetch } from './session-fetch.ts';

const ORIGIN = 'http://localhost';
const OLD = { headers: { authorization: 'Bearer old' } };

function bench(status: number, body: object) {
  const end = vi.fn();
  const send: typeof fetch = async () => Response.json(body, { status });
  return { request: createSessionFetch({ fetch: send, end }), end };
}

it('ends a session that the auth service no longer knows', async () => {
  const gone = { code: 'session_not_found', message: 'Session not found' };
  const profile = bench(403, gone);
  await profile.request(`${ORIGIN}/auth/v1/user`, OLD);
  expect(profile.end).toHaveBeenCalledOnce();
  // Logging out here is how a session ends, so it can't end it again.
  const logout = bench(403, gone);
  await logout.request(`${ORIGIN}/auth/v1/logout?scope=local`, OLD);
  expect(logout.end).not.toHaveBeenCalled();
});

it('leaves other refusals alone', async () => {
  const { request, end } = bench(403, { code: 'otp_expired' });
  await request(`${ORIGIN}/auth/v1/verify`, OLD);
  expect(end).not.toHaveBeenCalled();
});
