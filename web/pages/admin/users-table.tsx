import type { AdminUser } from '#contract/admin.ts';
import { formatCredits, formatDate, formatNumber, formatPlan } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { STATE_LABELS, STATE_TONES } from './user-states.ts';

/** Users with their plan, credits and state. */
export function UsersTable({
  users,
  onUpgrade,
}: {
  users: readonly AdminUser[];
  onUpgrade: (email: string) => void;
}) {
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-border">
      <Table label="Users" boxClassName="max-h-[32rem]">
        <TableHead>
          <TableRow>
            <TableHeaderCell pinned>Email</TableHeaderCell>
            <TableHeaderCell>Name</TableHeaderCell>
            <TableHeaderCell>Plan</TableHeaderCell>
            <TableHeaderCell className="text-right">Credits</TableHeaderCell>
            <TableHeaderCell className="text-right">Used</TableHeaderCell>
            <TableHeaderCell>State</TableHeaderCell>
            <TableHeaderCell>Signed up</TableHeaderCell>
            <TableHeaderCell className="w-px">
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <TableRow key={user.email}>
              <TableCell pinned className="max-w-40 truncate sm:max-w-72" title={user.email}>
                {user.email}
              </TableCell>
              <TableCell className="max-w-48 truncate" title={user.name}>
                {user.name}
              </TableCell>
              <TableCell>{user.isStaff ? 'Staff' : formatPlan(user.plan)}</TableCell>
              <TableCell className="text-right tabular-nums">{formatCredits(user.credits)}</TableCell>
              <TableCell className="text-right tabular-nums">{formatNumber(user.creditsUsed)}</TableCell>
              <TableCell>
                <span className="flex gap-1.5">
                  <Badge tone={STATE_TONES[user.state]}>{STATE_LABELS[user.state]}</Badge>
                  {!user.confirmed && <Badge>{STATE_LABELS.unconfirmed}</Badge>}
                </span>
              </TableCell>
              <TableCell className="tabular-nums">{formatDate(user.createdAt)}</TableCell>
              <TableCell>
                {user.plan !== 'unlimited' && (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Upgrade ${user.email}`}
                    onClick={() => onUpgrade(user.email)}
                  >
                    Upgrade
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
