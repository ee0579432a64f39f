import { type ReactNode, useState } from 'react';
import { formatDate } from '../lib/format.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useRestoredFocus } from '../ui/use-restored-focus.ts';

interface RotateButtonProps {
  children: ReactNode;
  /** what screen readers hear */
  label?: string;
  title?: string | undefined;
  size?: 'sm' | 'md';
  /** until when the secret before this one counts, too; null: it doesn't */
  oldUntil: string | null;
  busy: boolean;
  onRotate: () => void;
}

/** Changes a secret. Asks first while an earlier one still counts: programs may use that, and it stops with the change. */
export function RotateButton({
  children,
  label,
  title,
  size = 'sm',
  oldUntil,
  busy,
  onRotate,
}: RotateButtonProps) {
  const [asking, setAsking] = useState(false);
  const isOpen = asking && oldUntil !== null;
  const container = useRestoredFocus<HTMLDivElement>(isOpen);
  return (
    <div ref={container} tabIndex={-1} className={isOpen ? 'w-full outline-none' : 'outline-none'}>
      {isOpen ? (
        <Alert tone="warning">
          <div className="grid gap-3">
            <p>
              The previous secret still works until {formatDate(oldUntil)}. If you change the secret again
              now, programs that use the previous one stop working right away.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="danger"
                size="sm"
                onClick={() => {
                  setAsking(false);
                  onRotate();
                }}
              >
                Change it again
              </Button>
              <Button variant="secondary" size="sm" autoFocus onClick={() => setAsking(false)}>
                Keep this secret
              </Button>
            </div>
          </div>
        </Alert>
      ) : (
        <Button
          variant="secondary"
          size={size}
          busy={busy}
          title={title}
          aria-label={label}
          onClick={() => (oldUntil === null ? onRotate() : setAsking(true))}
        >
          {children}
        </Button>
      )}
    </div>
  );
}
