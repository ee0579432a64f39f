import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, MailSearch, ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ListToolPage } from '#web/kit/list-tool-page.tsx';
import { OperatorContact } from '#web/kit/operator-contact.tsx';
import { invoke } from '#web/lib/calls.ts';
import { cn } from '#web/lib/class-names.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type EmailRow, emailFinder } from '../definition.ts';
import { ListForm } from './form.tsx';

const FINDER_MODES = ['list', 'find', 'verify'] as const;
type FinderMode = (typeof FINDER_MODES)[number];

const TABS = {
  list: { label: 'CSV list', icon: FileSpreadsheet },
  find: { label: 'Find one', icon: MailSearch },
  verify: { label: 'Verify one', icon: ShieldCheck },
} as const;

const REFRESH_MS = 60_000;
const VERIFIER_NAMES = { hunter: 'Hunter', reacher: 'Reacher' } as const;

const Task = lazy(() => import('./results.tsx'));
const SingleForm = lazy(() => import('./single-forms.tsx'));

/** The search type is in the URL. A single lookup keeps its form above the answer. */
export function Component() {
  const [params] = useSearchParams();
  const mode = FINDER_MODES.find((choice) => choice === params.get('mode')) ?? 'list';
  const [answer, setAnswer] = useState<EmailRow | null>(null);
  return (
    <ListToolPage
      tool={emailFinder}
      newLabel="New search"
      mode={mode === 'list' ? undefined : mode}
      banner={<ReachBanner />}
      form={(props) => (
        <>
          <ModeTabs mode={mode} path={emailFinder.path} />
          {mode === 'list' ? (
            <ListForm {...props} />
          ) : (
            <Suspense fallback={<Skeleton className="h-48 w-full" />}>
              <SingleForm mode={mode} {...props} last={answer} />
            </Suspense>
          )}
        </>
      )}
      task={(props) => <Task {...props} onAnswer={setAnswer} />}
    />
  );
}

/** Switches between a list, one person and one address. In the URL it is `mode`. */
function ModeTabs({ mode, path }: { mode: FinderMode; path: string }) {
  return (
    <nav aria-label="Search type" className="mb-4 flex gap-1 overflow-x-auto border-b border-border">
      {FINDER_MODES.map((choice) => {
        const { label, icon: Icon } = TABS[choice];
        const active = choice === mode;
        return (
          <Link
            key={choice}
            to={choice === 'list' ? path : `${path}?mode=${choice}`}
            aria-current={active ? 'page' : undefined}
            className={cn(
              '-mb-px inline-flex h-10 shrink-0 items-center gap-2 border-b-2 px-3 font-medium transition-colors',
              active
                ? 'border-accent text-foreground'
                : 'border-transparent text-muted-foreground hover:text-foreground',
            )}
          >
            <Icon aria-hidden className="size-4" />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}

/** Warns that this server can't reach mail servers, which makes most results unknown. */
function ReachBanner() {
  const { data } = useQuery({
    queryKey: ['mail-reach'],
    queryFn: ({ signal }) => invoke(emailFinder.calls.mailReach, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (data?.port25 !== 'blocked') return null;
  const verifiers = data.outside.map((name) => VERIFIER_NAMES[name]).join(' and ');
  return (
    <Alert tone="warning" title="This server can't reach mail servers" className="mb-4">
      {verifiers ? (
        `Its network blocks outgoing port 25, so we use ${verifiers} instead.`
      ) : (
        <>
          Its network blocks outgoing port 25. Emails come back as unknown with our best guess, and you aren't
          charged. To fix this, the server's operator can set SOCKS_PROXY, run a worker on another network, or
          configure a verifier (REACHER_URL, HUNTER_API_KEY). <OperatorContact />
        </>
      )}
    </Alert>
  );
}
