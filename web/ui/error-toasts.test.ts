import { expect, it, vi } from 'vitest';
import { lengthenErrors } from './error-toasts.ts';

it('shows errors for 8 seconds, or as long as the caller says', () => {
  const show = vi.fn<(message: unknown, options?: object) => number>(() => 1);
  const toasts = { error: show };
  lengthenErrors(toasts);
  toasts.error('Failed');
  toasts.error('Failed', { id: 'gate' });
  toasts.error('Failed', { duration: 100 });
  expect(show.mock.calls.map(([, options]) => options)).toEqual([
    { duration: 8000 },
    { duration: 8000, id: 'gate' },
    { duration: 100 },
  ]);
});
