import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { SIGN_IN_CALLS } from '#contract/calls/sign-in-calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import { plural } from '#contract/plural.ts';
import type { SignInMethods } from '#contract/sign-in.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { saveFile } from '../../lib/download.ts';
import { formatDate } from '../../lib/format.ts';
import { warnBeforeLeaving } from '../../lib/leave-warning.ts';
import { toast } from '../../lib/toast.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import {
  type Proof,
  ProofForm,
  SIGN_IN_METHODS_KEY,
  SignInMethodsWait,
  useSignInMethods,
} from './proof-form.tsx';
import { SESSIONS_KEY } from './sessions-card.tsx';
import { SettingsCard } from './settings-card.tsx';

const TwoFactorScan = lazy(() => import('./two-factor-scan.tsx'));

type Step =
  | { name: 'proof' }
  | { name: 'scan'; secret: string; uri: string }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'renew' }
  | { name: 'off' };

/** Turns two-factor login on and off. */
export function TwoFactorCard({ account }: { account: AccountView }) {
  const { data: methods } = useSignInMethods();
  const on = methods?.twoFactor ?? null;
  return (
    <SettingsCard
      id="two-factor"
      title="Two-factor login"
      help="After your password, enter a code from an app on your phone. A stolen password alone can't open your account."
      aside={
        on && (
          <Badge tone="success">
            <CircleCheck aria-hidden /> On
          </Badge>
        )
      }
    >
      {!methods && <SignInMethodsWait />}
      {methods && <TwoFactor methods={methods} confirmed={account.emailConfirmed} />}
    </SettingsCard>
  );
}

interface TwoFactorProps {
  methods: SignInMethods;
  confirmed: boolean;
}

const UNSAVED_CODES_KEY = ['unsaved-recovery-codes'] as const;

/** Recovery codes stay in the memory of this page until they are saved: another one may be opened meanwhile. */
function useStep() {
  const queries = useQueryClient();
  const [open, setOpen] = useState<Step | null>(null);
  const { data: codes } = useQuery<readonly string[] | null>({
    queryKey: UNSAVED_CODES_KEY,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const step: Step | null = codes ? { name: 'codes', codes } : open;
  const setStep = (next: Step | null) => {
    queries.setQueryData(UNSAVED_CODES_KEY, next?.name === 'codes' ? next.codes : null);
    setOpen(next);
  };
  return { step, setStep };
}

function TwoFactor(props: TwoFactorProps) {
  const { step, setStep } = useStep();
  const container = useRestoredFocus<HTMLDivElement>(step?.name);
  return (
    <div ref={container} tabIndex={-1} className="grid gap-4 outline-none">
      <TwoFactorStep {...props} step={step} setStep={setStep} />
    </div>
  );
}

interface TwoFactorStepProps extends TwoFactorProps {
  step: Step | null;
  setStep: (step: Step | null) => void;
}

function TwoFactorStep({ methods, confirmed, step, setStep }: TwoFactorStepProps) {
  const queries = useQueryClient();
  const on = methods.twoFactor;
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: SIGN_IN_METHODS_KEY });
    await queries.invalidateQueries({ queryKey: SESSIONS_KEY });
  };
  /** Runs a change and resolves to its error message. */
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change();
    } catch (error) {
      return failureMessage(error);
    }
    await reload();
    return null;
  };
  const setUp = ({ currentPassword }: { currentPassword?: string }) =>
    attempt(async () =>
      setStep({ name: 'scan', ...(await invoke(SIGN_IN_CALLS.twoFactorSetup, { currentPassword })) }),
    );
  const begin = async () => {
    if (methods.passwordNeeded || methods.signInNeeded) return setStep({ name: 'proof' });
    const failure = await setUp({});
    if (failure) toast.error(failure);
  };
  const enable = (code: string) =>
    attempt(async () => {
      const { recoveryCodes } = await invoke(SIGN_IN_CALLS.twoFactorEnable, { code });
      toast.success(MESSAGES.secondFactor.turnedOn);
      setStep({ name: 'codes', codes: recoveryCodes });
    });
  const renew = (proof: Proof) =>
    attempt(async () => {
      const { recoveryCodes } = await invoke(SIGN_IN_CALLS.recoveryCodes, proof);
      setStep({ name: 'codes', codes: recoveryCodes });
    });
  const turnOff = (proof: Proof) =>
    attempt(async () => {
      await invoke(SIGN_IN_CALLS.twoFactorDisable, proof);
      toast.success(MESSAGES.secondFactor.turnedOff);
      setStep(null);
    });
  const cancel = () => setStep(null);

  switch (step?.name) {
    case 'proof':
      return (
        <ProofForm methods={methods} withCode={false} button="Continue" onProof={setUp} onCancel={cancel} />
      );
    case 'scan':
      return (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <TwoFactorScan secret={step.secret} uri={step.uri} onCode={enable} onCancel={cancel} />
        </Suspense>
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={cancel} />;
    case 'renew':
      return (
        <ProofForm methods={methods} withCode button="Get new codes" onProof={renew} onCancel={cancel} />
      );
    case 'off':
      return (
        <ProofForm methods={methods} withCode danger button="Turn off" onProof={turnOff} onCancel={cancel} />
      );
    default:
  }
  if (!on) {
    return (
      <>
        {!confirmed && <Alert tone="info">{MESSAGES.secondFactor.confirmFirst}</Alert>}
        <div>
          <Button disabled={!confirmed} onClick={begin}>
            Set up
          </Button>
        </div>
      </>
    );
  }
  const few = on.recoveryCodesLeft <= 3;
  return (
    <>
      {few && (
        <Alert tone="warning">
          {on.recoveryCodesLeft === 0
            ? 'You have no recovery codes left.'
            : 'You are running out of recovery codes.'}{' '}
          Get new ones, so that you can log in if you lose your phone.
        </Alert>
      )}
      <p className="text-muted-foreground">
        On since {formatDate(on.since)} · {plural(on.recoveryCodesLeft, 'recovery code')} left
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setStep({ name: 'renew' })}>
          New recovery codes
        </Button>
        <Button variant="danger" onClick={() => setStep({ name: 'off' })}>
          Turn off
        </Button>
      </div>
    </>
  );
}

/** New recovery codes, shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const { copied, copy } = useCopy(text);
  useEffect(warnBeforeLeaving, []);
  return (
    <div className="grid gap-4">
      <Alert tone="warning" title="Save your recovery codes">
        If you lose your phone, one of these codes logs you in. Each works once. We won't show them again.
      </Alert>
      <ul
        aria-label="Recovery codes"
        className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-border bg-surface px-4 py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>I saved them</Button>
        <Button variant="secondary" onClick={() => copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          variant="secondary"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'leadwell-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
    </div>
  );
}
