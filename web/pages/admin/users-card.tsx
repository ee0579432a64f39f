import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser, UserFilter } from '#contract/admin.ts';
import { CALLS } from '#contract/calls.ts';
import { invoke, messageOf } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { UserFilters } from './user-filters.tsx';
import { UsersTable } from './users-table.tsx';

interface UsersCardProps {
  adminKey: string;
  onKeyMissing: () => void;
  /** Fills in the form that upgrades a user. */
  onUpgrade: (email: string) => void;
}

/** The users who match a filter, a page at a time. */
export function UsersCard({ adminKey, onKeyMissing, onUpgrade }: UsersCardProps) {
  const [shown, setShown] = useState<readonly AdminUser[]>([]);
  const list = useMutation({
    mutationFn: (request: { filter: UserFilter; after?: string }) => {
      const { filter, after } = request;
      return invoke(CALLS.adminUsers, { adminKey, ...filter, ...(after !== undefined && { after }) });
    },
    onSuccess: ({ users }, { after }) =>
      setShown((before) => (after === undefined ? users : [...before, ...users])),
  });
  const { filter } = list.variables ?? {};
  const next = list.data?.next;
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
        {list.error && <Alert tone="danger">{messageOf(list.error)}</Alert>}
        {list.data && (
          <>
            <p role="status" className="text-sm text-muted-foreground tabular-nums">
              {shown.length === 0 && next === null
                ? 'No user matches.'
                : `${plural(shown.length, 'user')} shown`}
              {next && ', and there may be more.'}
            </p>
            {shown.length > 0 && <UsersTable users={shown} onUpgrade={onUpgrade} />}
            {next && filter && (
              <div>
                <Button
                  variant="secondary"
                  busy={list.isPending}
                  onClick={() => list.mutate({ filter, after: next })}
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
