import { useState } from 'react';
import { useLocation } from 'react-router';
import { PROVIDER_TITLES, type ProviderName } from '#contract/sign-in.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { clientConfig } from '../../lib/config.ts';
import { goToProvider } from '../../lib/provider-sign-in.ts';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { Button } from '../../ui/button.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { FailureAlert } from './failure-alert.tsx';

/** A button for each provider that the operator configured. */
export function ProviderButtons({ intent }: { intent: 'sign-in' | 'sign-up' }) {
  const { state } = useLocation();
  const [busy, setBusy] = useState<ProviderName | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const go = async (provider: ProviderName) => {
    setBusy(provider);
    setFailure(null);
    try {
      await goToProvider({ provider, intent }, state);
    } catch (error) {
      setFailure(authMessage(error, lastRetryAfterSeconds()));
      setBusy(null);
    }
  };

  return (
    <>
      {failure && <FailureAlert text={failure} />}
      {clientConfig().providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          size="lg"
          busy={busy === provider}
          onClick={() => go(provider)}
        >
          {busy !== provider && <ProviderMark provider={provider} />}
          Continue with {PROVIDER_TITLES[provider]}
        </Button>
      ))}
    </>
  );
}

/** A line with "or" between two ways to log in. */
export function OrDivider() {
  return (
    <div className="my-5 flex items-center gap-3 text-sm text-muted-foreground">
      <span aria-hidden className="h-px flex-1 bg-border" />
      or
      <span aria-hidden className="h-px flex-1 bg-border" />
    </div>
  );
}
