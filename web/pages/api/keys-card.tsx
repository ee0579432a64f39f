import { KeyRound, Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { API_SCOPE_LABELS, type ApiKeyView } from '#contract/api-keys.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage } from '../../lib/calls.ts';
import { formatDate, formatDay, formatNumber } from '../../lib/format.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import type { CreateKeyDialogProps } from './create-key-dialog.tsx';
import type { EditKeyDialogProps } from './edit-key-dialog.tsx';
import type { RevokeKeyDialogProps } from './revoke-key-dialog.tsx';
import { useApiKeys } from './use-api-keys.ts';

const loadCreate = () => import('./create-key-dialog.tsx');
const loadEdit = () => import('./edit-key-dialog.tsx');
const loadRevoke = () => import('./revoke-key-dialog.tsx');

/** The API keys of the account. Without the unlimited plan, they are locked. */
export function KeysCard({ account }: { account: AccountView | undefined }) {
  const { data, error, isFetching, refetch } = useApiKeys();
  const [creating, setCreating] = useState(false);
  const [editing, setEditing] = useState<ApiKeyView | null>(null);
  const [revoking, setRevoking] = useState<ApiKeyView | null>(null);
  const CreateKeyDialog = useLoaded<CreateKeyDialogProps>(creating, loadCreate, () => setCreating(false));
  const EditKeyDialog = useLoaded<EditKeyDialogProps>(editing !== null, loadEdit, () => setEditing(null));
  const RevokeKeyDialog = useLoaded<RevokeKeyDialogProps>(revoking !== null, loadRevoke, () =>
    setRevoking(null),
  );
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load your API keys" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)}
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
        <KeysTable keys={keys} onEdit={setEditing} onRevoke={setRevoking} />
      ) : locked ? (
        <EmptyState icon={Lock} title="API access is part of the unlimited plan" action={<UpgradeLink />}>
          Run the tools, read results and export leads from your own programs.
        </EmptyState>
      ) : (
        <EmptyState icon={KeyRound} title="No API keys yet" action={createButton}>
          Create a key to run the tools and read results from your own programs.
        </EmptyState>
      )}
      {CreateKeyDialog && <CreateKeyDialog open={creating} onOpen={setCreating} />}
      {EditKeyDialog && <EditKeyDialog apiKey={editing} onClose={() => setEditing(null)} />}
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

interface KeysTableProps {
  keys: readonly ApiKeyView[];
  onEdit: (key: ApiKeyView) => void;
  onRevoke: (key: ApiKeyView) => void;
}

function KeysTable({ keys, onEdit, onRevoke }: KeysTableProps) {
  return (
    <Table inCard label="API keys">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Name</TableHeaderCell>
          <TableHeaderCell className="hidden lg:table-cell">Key</TableHeaderCell>
          <TableHeaderCell className="hidden lg:table-cell">Permissions</TableHeaderCell>
          <TableHeaderCell className="hidden text-right xl:table-cell">Credits this month</TableHeaderCell>
          <TableHeaderCell className="hidden xl:table-cell">Expires</TableHeaderCell>
          <TableHeaderCell className="hidden lg:table-cell">Last used</TableHeaderCell>
          <TableHeaderCell>
            <span className="sr-only">Actions</span>
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onEdit={() => onEdit(key)} onRevoke={() => onRevoke(key)} />
        ))}
      </TableBody>
    </Table>
  );
}

/** On narrow screens, what the hidden columns say is below the name. */
function KeyRow({
  apiKey,
  onEdit,
  onRevoke,
}: {
  apiKey: ApiKeyView;
  onEdit: () => void;
  onRevoke: () => void;
}) {
  const permissions = apiKey.scopes.map((scope) => API_SCOPE_LABELS[scope]).join(', ');
  const expires = apiKey.expiresAt ? formatDay(apiKey.expiresAt) : 'Never';
  const lastUsed = apiKey.lastUsedAt ? formatDate(apiKey.lastUsedAt) : 'Never';
  return (
    <TableRow>
      <TableCell className="h-12 max-w-52 py-2 md:max-w-72">
        <span className="flex min-w-0 items-center gap-2">
          <span title={apiKey.name} className="truncate font-medium">
            {apiKey.name}
          </span>
          {apiKey.expired && <Badge tone="warning">Expired</Badge>}
        </span>
        <span className="block truncate text-muted-foreground lg:hidden">
          <code>{apiKey.prefix}…</code>
        </span>
        <span className="block whitespace-normal text-muted-foreground lg:hidden">{permissions}</span>
        <span className="block truncate text-muted-foreground xl:hidden">{spending(apiKey)}</span>
        <span className="block truncate text-muted-foreground xl:hidden">Expires: {expires}</span>
        <span className="block truncate text-muted-foreground lg:hidden">Last used: {lastUsed}</span>
      </TableCell>
      <TableCell className="hidden lg:table-cell">
        <code>{apiKey.prefix}…</code>
      </TableCell>
      <TableCell className="hidden lg:table-cell">{permissions}</TableCell>
      <TableCell className="hidden text-right tabular-nums xl:table-cell">{credits(apiKey)}</TableCell>
      <TableCell className="hidden whitespace-nowrap text-muted-foreground xl:table-cell">
        {expires}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-muted-foreground lg:table-cell">
        {lastUsed}
      </TableCell>
      <TableCell className="text-right">
        <span className="inline-flex flex-col gap-2 sm:flex-row">
          <Button variant="secondary" size="sm" onClick={onEdit} aria-label={`Edit ${apiKey.name}`}>
            Edit
          </Button>
          <Button variant="danger" size="sm" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
            Revoke
          </Button>
        </span>
      </TableCell>
    </TableRow>
  );
}

function credits({ spentThisMonth, monthlyBudget }: ApiKeyView): string {
  const spent = formatNumber(spentThisMonth);
  return monthlyBudget === null ? spent : `${spent} of ${formatNumber(monthlyBudget)}`;
}

function spending(key: ApiKeyView): string {
  return `${credits(key)} ${key.monthlyBudget === null && key.spentThisMonth === 1 ? 'credit' : 'credits'} this month`;
}
