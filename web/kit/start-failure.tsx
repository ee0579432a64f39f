import { Link } from 'react-router';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { messageOf } from '../lib/calls.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

interface StartFailureProps {
  error: Error;
  /** What is said where a plan is missing: that what was given is still there. */
  kept?: string;
}

/** Why nothing was started. What was given is still there, and its key is kept, so trying again costs once. */
export function StartFailure({ error, kept }: StartFailureProps) {
  const code = error instanceof CallError ? error.code : null;
  const gated = code === 'access_denied';
  if (code === 'person_opted_out')
    return (
      <Alert tone="warning">{messageOf(error)} Nobody was asked about them, and nothing was charged.</Alert>
    );
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
      {messageOf(error)} {gated ? kept : 'Trying again does not cost twice.'}
    </Alert>
  );
}
