import { KeyRound, Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import type { ApiKeyView } from '#contract/api-keys.ts';
import { messageOf } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CreateKeyDialogProps } from './create-key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import type { RevokeKeyDialogProps } from './revoke-key-dialog.tsx';
import { useApiKeys } from './use-api-keys.ts';

const loadCreate = () => import('./create-key-dialog.tsx');
const loadRevoke = () => import('./revoke-key-dialog.tsx');

/** The API keys of the account. Without the unlimited plan, they are locked. */
export function KeysCard({ account }: { account: AccountView | undefined }) {
  const { data, error, isFetching, refetch } = useApiKeys();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKeyView | null>(null);
  const CreateKeyDialog = useLoaded<CreateKeyDialogProps>(creating, loadCreate, () => setCreating(false));
  const RevokeKeyDialog = useLoaded<RevokeKeyDialogProps>(revoking !== null, loadRevoke, () =>
    setRevoking(null),
  );
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load your API keys" busy={isFetching} onRetry={() => refetch()}>
        {messageOf(error)}
      </LoadFailure>
    );
  if (!data || !account) return <Skeleton className="h-56 w-full" />;
  const { keys, maxKeys } = data;
  const locked = account.plan !== 'unlimited';
  const full = keys.length >= maxKeys;
  const createButton = (
    <Button onClick={() => setCreating(true)} disabled={full}>
      <Plus aria-hidden />
      Create API key
    </Button>
  );
  return (
    <Card className="min-w-0 overflow-hidden">
      <CardHeader>
        <CardTitle>API keys</CardTitle>
        {!locked && keys.length > 0 && createButton}
      </CardHeader>
      {locked && keys.length > 0 && (
        <CardContent className="border-b border-border">
          <Alert tone="warning" title="Your API keys don't work right now" action={<UpgradeLink />}>
            API access is part of the unlimited plan. Your keys work again as soon as you have it.
          </Alert>
        </CardContent>
      )}
      {full && !locked && (
        <CardContent className="border-b border-border">
          <Alert tone="info">You have {plural(maxKeys, 'key')}, the most an account can have.</Alert>
        </CardContent>
      )}
      {keys.length > 0 ? (
        <KeysTable keys={keys} onRevoke={setRevoking} />
      ) : locked ? (
        <EmptyState icon={Lock} title="API access is part of the unlimited plan" action={<UpgradeLink />}>
          Run the tools, read results and export leads from your own programs.
        </EmptyState>
      ) : (
        <EmptyState icon={KeyRound} title="No API keys yet" action={createButton}>
          Create a key to run the tools and read results from your own programs.
        </EmptyState>
      )}
      {CreateKeyDialog && <CreateKeyDialog open={creating} onClose={() => setCreating(false)} />}
      {RevokeKeyDialog && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  );
}

function UpgradeLink() {
  return (
    <Button asChild size="sm">
      <Link to="/pricing">View pricing</Link>
    </Button>
  );
}
