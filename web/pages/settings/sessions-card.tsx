import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionView } from '#contract/account.ts';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { deviceName } from '#contract/device-name.ts';
import { MESSAGES } from '#contract/messages.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { lastRetryAfterSeconds, supabase } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import { SettingsCard } from './settings-card.tsx';

export const SESSIONS_KEY = ['sessions'] as const;

/** Lists the sessions of the account and logs them out. */
export function SessionsCard() {
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => invoke(ACCOUNT_CALLS.sessions, {}, { signal }),
  });
  const reload = () => queries.invalidateQueries({ queryKey: SESSIONS_KEY });
  const endOne = useMutation({
    mutationFn: (id: string) => invoke(ACCOUNT_CALLS.endSession, { id }),
    onSuccess: () => toast.success(MESSAGES.settings.sessionEnded),
    onError: (failure) => toast.error(failureMessage(failure)),
    onSettled: reload,
  });
  const endOthers = useMutation({
    mutationFn: async () => {
      const { error: refused } = await (await supabase()).auth.signOut({ scope: 'others' });
      if (refused) throw refused;
    },
    onSuccess: () => toast.success(MESSAGES.settings.othersEnded),
    onError: (failure) => toast.error(authMessage(failure, lastRetryAfterSeconds())),
    onSettled: reload,
  });
  const others = (data?.sessions.length ?? 0) > 1;

  return (
    <SettingsCard
      id="sessions"
      title="Sessions"
      help="Where you're logged in. Log out any session you don't recognize, then change your password."
    >
      {error && !data && (
        <LoadFailure title="We couldn't load your sessions" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      {!data && !error && <Skeleton className="h-14 w-full" />}
      {data && (
        <SessionList
          sessions={data.sessions}
          ending={endOne.isPending ? endOne.variables : null}
          onEnd={(id) => endOne.mutate(id)}
        />
      )}
      {others && (
        <div>
          <Button variant="secondary" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Log out all other sessions
          </Button>
        </div>
      )}
    </SettingsCard>
  );
}

interface SessionListProps {
  sessions: readonly SessionView[];
  /** the session that is being logged out */
  ending: string | null;
  onEnd: (id: string) => void;
}

function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  // The button of a session goes with it.
  const list = useRestoredFocus<HTMLUListElement>(sessions.length);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Sessions"
      className="divide-y divide-border rounded-lg border border-border outline-none"
    >
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          busy={ending === session.id}
          onEnd={() => onEnd(session.id)}
        />
      ))}
    </ul>
  );
}

function SessionRow({ session, busy, onEnd }: { session: SessionView; busy: boolean; onEnd: () => void }) {
  const name = deviceName(session.userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {session.current && <Badge tone="success">This session</Badge>}
        </p>
        <p className="text-sm break-words text-muted-foreground">
          {session.address && `${session.address} · `}Logged in {formatDate(session.startedAt)} · Last active{' '}
          {formatDate(session.lastActiveAt)}
        </p>
      </div>
      {!session.current && (
        <Button variant="secondary" size="sm" busy={busy} onClick={onEnd} aria-label={`Log out ${name}`}>
          Log out
        </Button>
      )}
    </li>
  );
}
