import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner';
import { TOAST_MS } from '#contract/limits.ts';
import { useDark } from '../lib/theme.ts';
import type { ToastContainer } from '../lib/toast.ts';
import { findToastBottom } from './toast-place.ts';
import 'sonner/dist/styles.css';

/**
 * Opens the container for toasts, in a root of its own because the prerendered pages don't contain it. Resolves when
 * toasts can be shown.
 */
export function openToaster(): Promise<ToastContainer> {
  return new Promise((resolve) => {
    const ready = () =>
      resolve({
        show: (kind, message, options) => void sonner[kind](message, options),
        dismiss: (id) => void sonner.dismiss(id),
      });
    createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster onReady={ready} />);
  });
}

function Toaster({ onReady }: { onReady: () => void }) {
  const dark = useDark();
  const bottom = useToastBottom();
  // Sonner drops what it gets before its container is mounted.
  useEffect(onReady, [onReady]);
  return (
    <Sonner
      theme={dark ? 'dark' : 'light'}
      position="bottom-right"
      offset={{ bottom }}
      mobileOffset={{ bottom }}
      duration={TOAST_MS}
      closeButton
      // Expanded, so that a trial warning isn't hidden behind a greeting.
      expand
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-success" />,
        info: <Info aria-hidden className="size-4 text-muted-foreground" />,
        warning: <TriangleAlert aria-hidden className="size-4 text-warning" />,
        error: <CircleAlert aria-hidden className="size-4 text-danger" />,
      }}
      style={
        {
          '--normal-bg': 'var(--card)',
          '--normal-text': 'var(--foreground)',
          '--normal-border': 'var(--border)',
          '--border-radius': '10px',
          fontFamily: 'var(--font-sans)',
        } as React.CSSProperties
      }
    />
  );
}

/** Keeps toasts clear of the page's primary buttons, which scroll and move while toasts are shown. */
function useToastBottom(): number | undefined {
  const [bottom, setBottom] = useState<number>();
  const shown = useSonner().toasts.length > 0;
  useEffect(() => {
    if (!shown) return;
    let frame = 0;
    const place = () => {
      const next = findToastBottom();
      if (next !== null) setBottom(next);
      frame = requestAnimationFrame(place);
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [shown]);
  return bottom;
}
