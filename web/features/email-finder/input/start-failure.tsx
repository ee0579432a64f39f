import { Link } from 'react-router';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { messageOf } from '../../../lib/calls.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';

/** Why nothing was started. What was given is still there. */
export function StartFailure({ error }: { error: Error }) {
  const gated = error instanceof CallError && error.code === 'access_denied';
  return (
    <Alert
      tone="danger"
      action={
        gated && (
          <Button asChild variant="secondary" size="sm">
            <Link to="/pricing">{MESSAGES.gate.upgradeNow}</Link>
          </Button>
        )
      }
    >
      {messageOf(error)} {!gated && 'Trying again does not cost twice.'}
    </Alert>
  );
}
