import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

interface LoadFailureProps {
  /** What could not be loaded. */
  title: string;
  /** Another try is under way. */
  busy?: boolean;
  onRetry: () => void;
  /** Why, and what is safe. */
  children: ReactNode;
  className?: string;
}

/** What stands where something could not be loaded, with the way to try again. */
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
