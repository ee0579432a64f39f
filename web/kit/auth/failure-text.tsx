import { MESSAGES } from '#contract/messages.ts';
import { OperatorContact } from '../operator-contact.tsx';

/** Why logging in failed. For a disabled account, with the address of the operator. */
export function FailureText({ text }: { text: string }) {
  if (text !== MESSAGES.auth.disabled) return text;
  return (
    <>
      This account has been disabled. <OperatorContact />
    </>
  );
}
