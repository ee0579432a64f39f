import { Link, useLocation } from 'react-router';
import { FIRST_SIGN_IN_CREDITS, SIGN_UP_CREDITS } from '#contract/limits.ts';
import { useCardNote } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';

/** What a person without an account gets on the login page. `way`: "This link creates". */
export function NewAccountNote({ way }: { way: string }) {
  const { state } = useLocation();
  const cardNote = useCardNote();
  return (
    <p className="text-sm text-muted-foreground">
      No account yet? {way} one with {FIRST_SIGN_IN_CREDITS} free credits. {cardNote} To get{' '}
      {formatNumber(SIGN_UP_CREDITS)} credits,{' '}
      <Link
        to="/signup"
        state={state}
        className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
      >
        create an account
      </Link>{' '}
      first.
    </p>
  );
}
