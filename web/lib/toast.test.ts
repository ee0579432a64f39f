import { expect, it, vi } from 'vitest';
import { createToasts, type ToastContainer } from './toast.ts';

it('shows errors for 8 seconds, or as long as the caller says', async () => {
  const show = vi.fn<ToastContainer['show']>();
  const toast = createToasts();
  toast.connect(async () => ({ show, dismiss: vi.fn() }), vi.fn());
  toast.error('Failed');
  toast.error('Failed', { id: 'gate' });
  await toast.prepare();
  toast.error('Failed', { duration: 100 });
  toast.success('Saved');
  expect(show.mock.calls).toEqual([
    ['error', 'Failed', { duration: 8000 }],
    ['error', 'Failed', { duration: 8000, id: 'gate' }],
    ['error', 'Failed', { duration: 100 }],
    ['success', 'Saved', undefined],
  ]);
});

it('loads the container once, and shows messages without it if that fails', async () => {
  const show = vi.fn<ToastContainer['show']>();
  const showPlainly = vi.fn();
  const load = vi
    .fn<() => Promise<ToastContainer>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ show, dismiss: vi.fn() });
  const toast = createToasts();
  toast.connect(load, showPlainly);
  toast.info('First');
  await toast.prepare();
  expect(showPlainly.mock.calls).toEqual([['First']]);
  toast.info('Second');
  toast.info('Third');
  await toast.prepare();
  toast.info('Fourth');
  expect(show.mock.calls.map(([, message]) => message)).toEqual(['Second', 'Third', 'Fourth']);
  expect(showPlainly).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(2);
});

it('takes away a toast that is shown or waits', async () => {
  const show = vi.fn<ToastContainer['show']>();
  const dismiss = vi.fn();
  const toast = createToasts();
  toast.connect(async () => ({ show, dismiss }), vi.fn());
  toast.info('Busy', { id: 'busy' });
  toast.info('Other');
  toast.dismiss('busy');
  await toast.prepare();
  expect(show.mock.calls.map(([, message]) => message)).toEqual(['Other']);
  toast.info('Busy', { id: 'busy' });
  toast.dismiss('busy');
  expect(dismiss.mock.calls).toEqual([['busy']]);
});
