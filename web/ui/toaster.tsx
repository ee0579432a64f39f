import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { Toaster as Sonner } from 'sonner';
import { TOAST_MS } from '#contract/limits.ts';
import { useDark } from '../lib/theme.ts';

/** The container for toasts. Show one with sonner's `toast`. */
export default function Toaster() {
  const dark = useDark();
  return (
    <Sonner
      theme={dark ? 'dark' : 'light'}
      position="bottom-right"
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
