import { contactOperator } from '#contract/operator.ts';
import { useConfig } from '../lib/config.ts';

/** "Contact the operator of this server", with the address to write to, if the operator has set one. */
export function OperatorContact() {
  const email = useConfig().operator?.email;
  if (!email) return contactOperator(undefined);
  return (
    <>
      {contactOperator('')}
      <a href={`mailto:${email}`} className="font-medium text-accent underline-offset-4 hover:underline">
        {email}
      </a>
    </>
  );
}
