import type { ReactNode } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { Alert } from '../../ui/alert.tsx';
import { OperatorContact } from '../operator-contact.tsx';

/** Says why logging in failed. For a disabled account, it gives the address of the operator. */
export function FailureAlert({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <Alert tone="danger" action={action}>
      {text === MESSAGES.auth.disabled ? (
        <>
          This account has been disabled. <OperatorContact />
        </>
      ) : (
        text
      )}
    </Alert>
  );
}
