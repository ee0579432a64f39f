import { expect, it, vi } from 'vitest';
import { authMessage } from './auth-failure.ts';
import { authRequest } from './supabase.ts';

it('says why a request failed if the auth client cannot be loaded', async () => {
  const request = vi.fn();
  // There is no page to read its settings from.
  const error = await authRequest(request);
  expect(error).toBeInstanceOf(Error);
  expect(authMessage(error)).not.toBe('');
  expect(request).not.toHaveBeenCalled();
});
