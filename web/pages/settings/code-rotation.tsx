import { useState } from 'react';
import { messageOf } from '../../lib/calls.ts';
import { useCodeRotation } from '../../lib/extensions.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';

/** Replaces the activation code after a confirmation. */
export function CodeRotation() {
  const [open, setOpen] = useState(false);
  const rotation = useCodeRotation();
  const box = useRestoredFocus<HTMLDivElement>(open);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-3 outline-none">
      {rotation.error && <Alert tone="danger">{messageOf(rotation.error)}</Alert>}
      {open ? (
        <Alert
          tone="warning"
          title="Replace your activation code?"
          action={
            <>
              <Button
                variant="danger"
                size="sm"
                busy={rotation.isPending}
                onClick={() => rotation.mutate(undefined, { onSuccess: () => setOpen(false) })}
              >
                Replace code
              </Button>
              <Button variant="ghost" size="sm" onClick={() => setOpen(false)}>
                Keep it
              </Button>
            </>
          }
        >
          All devices will be disconnected, and the old code stops working. Each browser needs the new code.
        </Alert>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Replace activation code
          </Button>
        </div>
      )}
    </div>
  );
}
