import { useQuery } from '@tanstack/react-query';
import { invoke } from '#web/lib/calls.ts';
import { Alert } from '#web/ui/alert.tsx';
import { emailFinder } from '../definition.ts';

const REFRESH_MS = 60_000;
const VERIFIER_NAMES = { hunter: 'Hunter', reacher: 'Reacher' } as const;

/** Warns that this server can't reach mail servers, which makes most results unknown. */
export function ReachBanner() {
  const { data } = useQuery({
    queryKey: ['mail-reach'],
    queryFn: ({ signal }) => invoke(emailFinder.calls.mailReach, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (data?.port25 !== 'blocked') return null;
  const verifiers = data.outside.map((name) => VERIFIER_NAMES[name]).join(' and ');
  return (
    <Alert tone="warning" title="This server can't reach mail servers" className="mb-4">
      {verifiers
        ? `Its network blocks outgoing port 25, so we use ${verifiers} instead.`
        : "Its network blocks outgoing port 25. Emails come back as unknown with our best guess, and you aren't charged. To fix this, the server's operator can set SOCKS_PROXY, run a worker on another network, or configure a verifier (REACHER_URL, HUNTER_API_KEY)."}
    </Alert>
  );
}
