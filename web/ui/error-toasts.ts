import type { toast } from 'sonner';
import { LONG_TOAST_MS } from '#contract/limits.ts';

/**
 * Shows errors for 8 seconds unless a caller says otherwise (spec accounts §9, Toast durations). Sonner itself has one
 * duration for toasts of all kinds.
 */
export function lengthenErrors(toasts: Pick<typeof toast, 'error'>): void {
  const show = toasts.error;
  toasts.error = (message, options) => show(message, { duration: LONG_TOAST_MS, ...options });
}
