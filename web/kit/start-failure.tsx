import { CallError } from '#contract/errors.ts';
import { failureMessage } from '../lib/calls.ts';
import { Alert } from '../ui/alert.tsx';
import { RefusalLink, refusalReason } from './refusal-link.tsx';

interface StartFailureProps {
  error: Error;
  /** Says that the input is still there, if the access gate refused it. */
  keptMessage?: string;
}

/** Why a task didn't start. The caller keeps the input and its idempotency key, so a retry costs once. */
export function StartFailure({ error, keptMessage }: StartFailureProps) {
  const code = error instanceof CallError ? error.code : null;
  const gated = code === 'access_denied';
  if (code === 'person_opted_out')
    return (
      <Alert tone="warning">{failureMessage(error)} We didn't look them up, and you weren't charged.</Alert>
    );
  return (
    <Alert tone="danger" action={gated && <RefusalLink button reason={refusalReason(error)} />}>
      {failureMessage(error)} {gated ? keptMessage : "You won't be charged twice if you try again."}
    </Alert>
  );
}
