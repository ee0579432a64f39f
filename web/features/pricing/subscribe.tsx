import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { MESSAGES } from '#contract/messages.ts';
import { useAccount } from '../../lib/account.ts';
import { originState } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

/** The subscribe button (spec accounts §2 Pricing, §5). */
export function Subscribe() {
  const { user, loading } = useSession();
  const { data: account } = useAccount();
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  const location = useLocation();

  if (account?.plan === 'unlimited') {
    return (
      <Button size="lg" variant="secondary" className="w-full" disabled>
        Current Plan
      </Button>
    );
  }
  const subscribe = () => {
    if (user) {
      setAsked(true);
      return;
    }
    toast.error(MESSAGES.payments.logInToUpgrade);
    navigate('/login', { state: originState(location) });
  };
  return (
    <>
      <Button size="lg" className="w-full" disabled={loading} onClick={subscribe}>
        Subscribe
      </Button>
      {asked && (
        <Alert tone="info" className="mt-4" title="Payments are being built">
          Nothing was charged. Your trial credits work meanwhile.
        </Alert>
      )}
    </>
  );
}
