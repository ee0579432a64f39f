import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { SIGN_IN_CALLS } from '#contract/calls/sign-in-calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PROVIDER_TITLES, type ProviderName, type SignInMethods } from '#contract/sign-in.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { clientConfig } from '../../lib/config.ts';
import { formatDate } from '../../lib/format.ts';
import { goToProvider } from '../../lib/provider-sign-in.ts';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import { type Proof, ProofForm, SIGN_IN_METHODS_KEY, useSignInMethods } from './proof-form.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Connects and disconnects the providers that the operator set up. */
export default function ProvidersCard({ account }: { account: AccountView }) {
  const { data: methods } = useSignInMethods();
  const [open, setOpen] = useState<ProviderName | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const queries = useQueryClient();
  const { providers } = clientConfig();
  const list = useRestoredFocus<HTMLUListElement>(open);
  if (!methods) return null;

  const connect = async (provider: ProviderName, proof: Partial<Proof>) => {
    const current_password = proof.currentPassword ?? null;
    try {
      await goToProvider(
        { provider, intent: 'connect', current_password },
        { origin: '/dashboard/settings#connected' },
      );
    } catch (error) {
      return authMessage(error, lastRetryAfterSeconds());
    }
    return null;
  };
  const disconnect = async (provider: ProviderName, proof: Partial<Proof>) => {
    const { currentPassword } = proof;
    try {
      await invoke(SIGN_IN_CALLS.disconnectProvider, { provider, currentPassword });
    } catch (error) {
      return failureMessage(error);
    }
    setOpen(null);
    toast.success(MESSAGES.providers.disconnected(PROVIDER_TITLES[provider]));
    await queries.invalidateQueries({ queryKey: SIGN_IN_METHODS_KEY });
    return null;
  };
  const change = (provider: ProviderName) => (isConnected(methods, provider) ? disconnect : connect);
  const begin = async (provider: ProviderName) => {
    setFailure(null);
    if (methods.passwordNeeded || methods.signInNeeded) setOpen(provider);
    else setFailure(await change(provider)(provider, {}));
  };

  return (
    <SettingsCard
      id="connected"
      title="Connected accounts"
      help="Log in with these accounts instead of your password."
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      {!account.emailConfirmed && <Alert tone="info">{MESSAGES.secondFactor.confirmFirst}</Alert>}
      <ul
        ref={list}
        tabIndex={-1}
        className="divide-y divide-border rounded-lg border border-border outline-none"
      >
        {providers.map((provider) => (
          <li key={provider} className="grid gap-4 px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="flex min-w-0 items-center gap-3">
                <ProviderMark provider={provider} />
                <div className="min-w-0">
                  <p className="font-medium">{PROVIDER_TITLES[provider]}</p>
                  <p className="text-sm break-words text-muted-foreground">
                    {connectionStatus(methods, provider)}
                  </p>
                </div>
              </div>
              {open !== provider && (
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={!account.emailConfirmed}
                  aria-label={`${isConnected(methods, provider) ? 'Disconnect' : 'Connect'} ${PROVIDER_TITLES[provider]}`}
                  onClick={() => begin(provider)}
                >
                  {isConnected(methods, provider) ? 'Disconnect' : 'Connect'}
                </Button>
              )}
            </div>
            {open === provider && (
              <ProofForm
                methods={methods}
                withCode={false}
                danger={isConnected(methods, provider)}
                button={isConnected(methods, provider) ? 'Disconnect' : 'Connect'}
                onProof={(proof) => change(provider)(provider, proof)}
                onCancel={() => setOpen(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}

function isConnected({ identities }: SignInMethods, name: ProviderName): boolean {
  return identities.some(({ provider }) => provider === name);
}

function connectionStatus({ identities }: SignInMethods, name: ProviderName): string {
  const identity = identities.find(({ provider }) => provider === name);
  if (!identity) return 'Not connected';
  const since = `Connected ${formatDate(identity.connectedAt)}`;
  return identity.email ? `${identity.email} · ${since}` : since;
}
