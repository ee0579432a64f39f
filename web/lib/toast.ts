import type { ExternalToast } from 'sonner';
import { LONG_TOAST_MS } from '#contract/limits.ts';

type Kind = 'success' | 'info' | 'warning' | 'error';
/** Shows one toast in the open container. */
export type ShowToast = (kind: Kind, message: string, options?: ExternalToast) => void;

export interface ToastContainer {
  show: ShowToast;
  dismiss(id: string): void;
}

/**
 * Toasts whose container is opened for the first of them, or earlier by `prepare`. Until then they wait, in order. If
 * it can't be loaded, because the browser is offline, their messages are shown without it. `connect` says how to do
 * both. Errors are shown for 8 seconds unless a caller says otherwise (spec accounts §9, Toast durations).
 */
export function createToasts() {
  let waiting: Parameters<ShowToast>[] = [];
  let load: (() => Promise<ToastContainer>) | undefined;
  let showPlainly: ((message: string) => void) | undefined;
  let container: ToastContainer | undefined;
  let loading: Promise<void> | undefined;

  async function open(): Promise<void> {
    try {
      container = await load?.();
      for (const toast of waiting.splice(0)) container?.show(...toast);
    } catch {
      loading = undefined;
      for (const [, message] of waiting.splice(0)) showPlainly?.(message);
    }
  }
  function prepare(): Promise<void> {
    loading ??= open();
    return loading;
  }
  const kind = (name: Kind, defaults?: ExternalToast) => (message: string, options?: ExternalToast) => {
    const toast: Parameters<ShowToast> = [name, message, defaults ? { ...defaults, ...options } : options];
    if (container) return container.show(...toast);
    waiting.push(toast);
    prepare();
  };
  return {
    connect(openContainer: () => Promise<ToastContainer>, plainly: (message: string) => void) {
      load = openContainer;
      showPlainly = plainly;
    },
    prepare,
    success: kind('success'),
    info: kind('info'),
    warning: kind('warning'),
    error: kind('error', { duration: LONG_TOAST_MS }),
    /** Takes a toast away, whether it is shown or waits. */
    dismiss(id: string) {
      waiting = waiting.filter(([, , options]) => options?.id !== id);
      container?.dismiss(id);
    },
  };
}

/** The page's toasts. */
export const toast = createToasts();
