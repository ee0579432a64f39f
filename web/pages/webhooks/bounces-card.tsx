import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import {
  BOUNCE_DAYS,
  BOUNCE_PROVIDER_LABELS,
  BOUNCE_RETURN_DAYS,
  type BounceOverview,
  COMPLAINTS_LIST,
} from '#contract/bounces.ts';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { BounceKeysDialogProps } from './bounce-keys-dialog.tsx';
import { BounceReports } from './bounce-reports.tsx';
import { BounceUpload } from './bounce-upload.tsx';
import { BOUNCES_KEY, useBounces } from './use-bounces.ts';

const loadKeys = () => import('./bounce-keys-dialog.tsx');

/** What became of emails that the account sent: where providers report it, a file, and the latest counts. */
export function BouncesCard() {
  const { data, error, isFetching, refetch } = useBounces();
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load your bounces" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-56 w-full" />;
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Bounces</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        <p className="max-w-[72ch] text-muted-foreground">
          Tell us which of your emails came back. An address that doesn't exist is undeliverable for everyone
          for {BOUNCE_DAYS} days, and if we called it deliverable in the last {BOUNCE_RETURN_DAYS} days, you
          get its credit back. People who complain go to your exclusion list “{COMPLAINTS_LIST}”.
        </p>
        <BounceAddress overview={data} />
        <BounceUpload />
        <BounceReports overview={data} />
      </CardContent>
    </Card>
  );
}

function BounceAddress({ overview: { url, keys } }: { overview: BounceOverview }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [asksNew, setAsksNew] = useState(false);
  const [setsKeys, setSetsKeys] = useState(false);
  const KeysDialog = useLoaded<BounceKeysDialogProps>(setsKeys, loadKeys, () => setSetsKeys(false));
  async function create() {
    setBusy(true);
    setFailure(null);
    try {
      queries.setQueryData(BOUNCES_KEY, await invoke(BOUNCE_CALLS.bounceSettings, {}));
    } catch (error) {
      setFailure(failureMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <section aria-labelledby="bounce-address" className="grid grid-cols-1 gap-2">
      <h3 id="bounce-address" className="font-medium">
        Address for your email provider
      </h3>
      {failure && <Alert tone="danger">{failure}</Alert>}
      {url === null ? (
        <div>
          <Button variant="secondary" busy={busy} onClick={create}>
            <Plus aria-hidden />
            Create address
          </Button>
        </div>
      ) : (
        <>
          <div className="rounded-md border border-border bg-muted px-3 py-2 font-mono text-sm">
            <CopyValue value={url} wraps />
          </div>
          <p className="max-w-[72ch] text-sm text-muted-foreground">
            Enter it as the webhook for bounces, complaints and deliveries in Amazon SES (through an SNS
            topic), SendGrid, Postmark or Mailgun. Whoever has it can report bounces, so keep it secret.{' '}
            {keys.length > 0
              ? `Only signed reports count, from ${keys.map((provider) => BOUNCE_PROVIDER_LABELS[provider]).join(', ')}.`
              : 'Add the key of your provider, so that only its reports count.'}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setSetsKeys(true)}>
              <KeyRound aria-hidden />
              Set keys
            </Button>
            <Button variant="secondary" onClick={() => setAsksNew(true)}>
              <RefreshCw aria-hidden />
              New address
            </Button>
          </div>
        </>
      )}
      {KeysDialog && <KeysDialog open={setsKeys} keys={keys} onClose={() => setSetsKeys(false)} />}
      <ConfirmDialog
        subject={asksNew ? { id: 'address', name: 'this address' } : null}
        verb="Replace"
        help="Reports to it are refused from now on. Enter the new address at your provider."
        action="Replace address"
        run={async () =>
          queries.setQueryData(BOUNCES_KEY, await invoke(BOUNCE_CALLS.bounceSettings, { rotate: true }))
        }
        onDone={() => setAsksNew(false)}
        onClose={() => setAsksNew(false)}
      />
    </section>
  );
}
