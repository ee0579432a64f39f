import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

interface LoadFailureProps {
  /** What couldn't be loaded. */
  title: string;
  /** A retry is running. */
  busy?: boolean;
  onRetry: () => void;
  /** The reason, and what is safe. */
  children: ReactNode;
  className?: string;
}

/** Takes the place of content that couldn't be loaded, with a retry button. */
export function LoadFailure({ title, busy, onRetry, children, className }: LoadFailureProps) {
  return (
    <Alert
      tone="danger"
      title={title}
      className={className}
      action={
        <Button variant="secondary" size="sm" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
