import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { meantEmail } from './email-typo.ts';

/** An address that was questioned, and what may be meant. */
interface Questioned {
  typed: string;
  meant: string;
  /** The person sent the form again with it. */
  confirmed: boolean;
}

/** Questions an address with a mistyped domain, such as gmial.con, once before a form sends it. */
export function useEmailQuestion() {
  const [questioned, setQuestioned] = useState<Questioned | null>(null);
  return {
    questioned,
    /** Whether to wait for an answer: the address looks mistyped, and wasn't questioned before. */
    question(email: string): boolean {
      const meant = meantEmail(email);
      const confirmed = questioned?.typed === email;
      setQuestioned(meant === null ? null : { typed: email, meant, confirmed });
      return meant !== null && !confirmed;
    },
    clear: () => setQuestioned(null),
  };
}

interface EmailQuestionProps {
  asked: ReturnType<typeof useEmailQuestion>;
  /** the label of the button that sends the form */
  button: string;
  /** Puts the address that may be meant into the field. */
  onUse(email: string): void;
}

/** Asks about the address, if it was questioned. */
export function EmailQuestion({ asked: { questioned, clear }, button, onUse }: EmailQuestionProps) {
  if (!questioned || questioned.confirmed) return null;
  const { typed, meant } = questioned;
  return (
    <Alert
      tone="warning"
      action={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            onUse(meant);
            clear();
          }}
        >
          Use this address
        </Button>
      }
    >
      Did you mean {meant}? If {typed} is right, select {button} again.
    </Alert>
  );
}
