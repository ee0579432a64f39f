import { KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import { ACTIVATION_PATH } from '../lib/activation.ts';
import { Button } from '../ui/button.tsx';

/** Opens the activation code that the browser extensions require. For the pages of the scrapers. */
export function ActivationLink() {
  return (
    <Button asChild variant="secondary">
      <Link to={ACTIVATION_PATH}>
        <KeyRound aria-hidden /> Get activation code
      </Link>
    </Button>
  );
}
