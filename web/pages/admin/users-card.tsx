import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PLANS } from '#contract/account.ts';
import { type AdminUser, UserFilter, type UserState, UserStateFilter } from '#contract/admin.ts';
import { SITE_CALLS } from '#contract/calls/site-calls.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatCredits, formatCreditsUsed, formatDate, formatDay, formatPlan } from '../../lib/format.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

interface UsersCardProps {
  adminKey: string;
  onKeyMissing: () => void;
  /** Fills in the form that upgrades a user. */
  onUpgrade: (email: string) => void;
}

/** Lists the users who match a filter, a page at a time. */
export function UsersCard({ adminKey, onKeyMissing, onUpgrade }: UsersCardProps) {
  const [loaded, setLoaded] = useState<{ users: readonly AdminUser[]; next: string | null }>();
  const list = useMutation({
    mutationFn: (request: { filter: UserFilter; after?: string }) => {
      const { filter, after } = request;
      return invoke(SITE_CALLS.adminUsers, { adminKey, ...filter, ...(after !== undefined && { after }) });
    },
    onSuccess: ({ users, next }, { after }) =>
      setLoaded((before) => ({
        users: after === undefined ? users : [...(before?.users ?? []), ...users],
        next,
      })),
  });
  const { filter, after } = list.variables ?? {};
  // The users stay while more of them load, and if those fail to load.
  const shown = list.isSuccess || after !== undefined ? loaded : undefined;
  return (
    <Card role="region" aria-labelledby="users">
      <CardHeader>
        <CardTitle id="users">Users</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        <UserFilters
          busy={list.isPending}
          onShow={(chosen) => (adminKey ? list.mutate({ filter: chosen }) : onKeyMissing())}
        />
        {list.error && <Alert tone="danger">{failureMessage(list.error)}</Alert>}
        {shown && (
          <>
            <p role="status" className="text-sm text-muted-foreground tabular-nums">
              {shown.users.length === 0 && shown.next === null
                ? 'No user matches.'
                : `${plural(shown.users.length, 'user')} shown`}
              {shown.next && ', and there may be more.'}
            </p>
            {shown.users.length > 0 && <UsersTable users={shown.users} onUpgrade={onUpgrade} />}
            {shown.next && filter && (
              <div>
                <Button
                  variant="secondary"
                  busy={list.isPending}
                  onClick={() => shown.next && list.mutate({ filter, after: shown.next })}
                >
                  Show more users
                </Button>
              </div>
            )}
          </>
        )}
        <p className="text-sm text-muted-foreground">
          To set credits, disable or delete an account, or end its sessions, use <code>leadwell users</code>{' '}
          in the terminal.
        </p>
      </CardContent>
    </Card>
  );
}

const EMPTY = { search: '', plan: '', state: '', maxCredits: '' };

/** Which users to list. Empty fields leave no one out. */
function UserFilters({ busy, onShow }: { busy: boolean; onShow: (filter: UserFilter) => void }) {
  const [typed, setTyped] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const type = (field: keyof typeof EMPTY) => (event: { target: { value: string } }) => {
    setTyped({ ...typed, [field]: event.target.value });
    setProblem(undefined);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const filter = UserFilter.safeParse({
      search: typed.search,
      plan: typed.plan || undefined,
      state: typed.state || undefined,
      maxCredits: typed.maxCredits.trim() === '' ? undefined : parseWholeNumber(typed.maxCredits),
    });
    if (filter.success) onShow(filter.data);
    else setProblem('Enter a whole number of credits, or leave this empty.');
  };
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <Field label="Search users">
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            maxLength={320}
            placeholder="Email or name"
            value={typed.search}
            onChange={type('search')}
          />
        )}
      </Field>
      <Field label="Plan">
        {(control) => (
          <Select {...control} value={typed.plan} onChange={type('plan')}>
            <option value="">All plans</option>
            {PLANS.map((plan) => (
              <option key={plan} value={plan}>
                {formatPlan(plan)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="State">
        {(control) => (
          <Select {...control} value={typed.state} onChange={type('state')}>
            <option value="">All states</option>
            {UserStateFilter.options.map((state) => (
              <option key={state} value={state}>
                {STATE_LABELS[state]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Credits at most" error={problem}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={typed.maxCredits}
            onChange={type('maxCredits')}
          />
        )}
      </Field>
      <div className="sm:col-span-full">
        <Button type="submit" variant="secondary" busy={busy}>
          Show users
        </Button>
      </div>
    </form>
  );
}

function UsersTable({
  users,
  onUpgrade,
}: { users: readonly AdminUser[] } & Pick<UsersCardProps, 'onUpgrade'>) {
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
              <TableCell className="text-right tabular-nums">{formatCreditsUsed(user)}</TableCell>
              <TableCell className="max-w-none">
                <span className="flex gap-1.5">
                  <StateBadge user={user} />
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

function StateBadge({ user: { state, endsAt } }: { user: AdminUser }) {
  if (state === 'paid' && endsAt) return <Badge tone="warning">Ends {formatDay(endsAt)}</Badge>;
  return <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>;
}

/** What the admin page calls the states of an account. */
const STATE_LABELS: Readonly<Record<UserStateFilter, string>> = {
  trial: 'On trial',
  // Bought, on trial, granted or staff.
  paid: 'Active',
  'payment-due': 'Payment due',
  ended: 'Trial ended',
  free: 'Free',
  disabled: 'Disabled',
  unconfirmed: 'Email not confirmed',
};

const STATE_TONES: Readonly<Record<UserState, 'success' | 'warning' | 'danger' | 'neutral'>> = {
  trial: 'neutral',
  paid: 'success',
  'payment-due': 'warning',
  ended: 'warning',
  free: 'neutral',
  disabled: 'danger',
};
