import { expect, it, vi } from 'vitest';
import { createSessionFetch } from './session-fetch.ts';

const ORIGIN = 'http://localhost';
const OLD = { headers: { authorization: 'Bearer old' } };

function bench(replies: [status: number, body: object][], newToken: string | null) {
  const sent: (string | null)[] = [];
  const renew = vi.fn(async () => newToken);
  const end = vi.fn();
  const send: typeof fetch = async (_input, init) => {
    sent.push(new Headers(init?.headers).get('authorization'));
    const [status, body] = replies.shift() ?? [200, {}];
    return Response.json(body, { status });
  };
  return { request: createSessionFetch({ fetch: send, renew, end }), sent, renew, end };
}

it('repeats a rejected table request once, with a new token', async () => {
  const { request, sent } = bench([[401, {}]], 'new');
  expect((await request(`${ORIGIN}/rest/v1/tasks?select=id`, OLD)).status).toBe(200);
  expect(sent).toEqual(['Bearer old', 'Bearer new']);
});

it('returns the refusal if the session has ended', async () => {
  const { request, sent, renew } = bench([[401, {}]], null);
  expect((await request(`${ORIGIN}/rest/v1/tasks`, OLD)).status).toBe(401);
  expect(sent).toHaveLength(1);
  expect(renew).toHaveBeenCalledOnce();
});

it('ends a session that the auth service no longer knows', async () => {
  const gone: [number, object] = [403, { code: 'session_not_found', message: 'Session not found' }];
  const profile = bench([gone], null);
  await profile.request(`${ORIGIN}/auth/v1/user`, OLD);
  expect(profile.end).toHaveBeenCalledOnce();
  // Logging out here is how a session ends, so it can't end it again.
  const logout = bench([gone], null);
  await logout.request(`${ORIGIN}/auth/v1/logout?scope=local`, OLD);
  expect(logout.end).not.toHaveBeenCalled();
});

it('leaves other refusals alone', async () => {
  const { request, renew, end } = bench([[403, { code: 'otp_expired' }]], null);
  await request(`${ORIGIN}/auth/v1/verify`, OLD);
  expect(renew).not.toHaveBeenCalled();
  expect(end).not.toHaveBeenCalled();
});
