import { LONG_TOAST_MS } from '#contract/limits.ts';

/** Shows a message like a toast, above the bar that says the browser is offline. Needs nothing that isn't loaded. */
export function showPlainToast(message: string): void {
  const box = document.createElement('div');
  box.role = 'alert';
  box.className =
    'fixed right-4 bottom-20 z-[60] max-w-80 rounded-lg border border-border bg-card px-4 py-3 text-sm shadow-md';
  document.body.append(box);
  // A later change: screen readers ignore the first content of some live regions.
  requestAnimationFrame(() => box.append(message));
  setTimeout(() => box.remove(), LONG_TOAST_MS);
}
