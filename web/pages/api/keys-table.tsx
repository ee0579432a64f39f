import { API_SCOPE_LABELS, type ApiKeyView } from '#contract/api-keys.ts';
import { formatDate, formatDay, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

interface KeysTableProps {
  keys: readonly ApiKeyView[];
  onRevoke: (key: ApiKeyView) => void;
}

/** The API keys with what they may do, spend and when they were last used. */
export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  return (
    <Table label="API keys">
      <TableHead>
        <TableRow>
          <TableHeaderCell className="pl-4 md:pl-5">Name</TableHeaderCell>
          <TableHeaderCell className="hidden lg:table-cell">Key</TableHeaderCell>
          <TableHeaderCell className="hidden lg:table-cell">Permissions</TableHeaderCell>
          <TableHeaderCell className="hidden text-right xl:table-cell">Credits this month</TableHeaderCell>
          <TableHeaderCell className="hidden xl:table-cell">Expires</TableHeaderCell>
          <TableHeaderCell className="hidden lg:table-cell">Last used</TableHeaderCell>
          <TableHeaderCell className="pr-4 md:pr-5">
            <span className="sr-only">Actions</span>
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
        ))}
      </TableBody>
    </Table>
  );
}

/** On narrow screens, what the hidden columns say is below the name. */
function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKeyView; onRevoke: () => void }) {
  const permissions = apiKey.scopes.map((scope) => API_SCOPE_LABELS[scope]).join(', ');
  const expires = apiKey.expiresAt ? formatDay(apiKey.expiresAt) : 'Never';
  const lastUsed = apiKey.lastUsedAt ? formatDate(apiKey.lastUsedAt) : 'Never';
  return (
    <TableRow>
      <TableCell className="h-12 max-w-52 py-2 pl-4 md:max-w-72 md:pl-5">
        <span className="flex min-w-0 items-center gap-2">
          <span title={apiKey.name} className="truncate font-medium">
            {apiKey.name}
          </span>
          {apiKey.expired && <Badge tone="warning">Expired</Badge>}
        </span>
        <span className="block truncate text-muted-foreground lg:hidden">
          <code>{apiKey.prefix}…</code> · {permissions}
        </span>
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
      <TableCell className="pr-4 text-right md:pr-5">
        <Button variant="danger" size="sm" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
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
