import { useQuery } from '@tanstack/react-query';
import { invoke } from '#web/lib/calls.ts';
import { Alert } from '#web/ui/alert.tsx';
import { emailFinder } from '../definition.ts';

const LOOK_MS = 60_000;
const OUTSIDE_NAMES = { hunter: 'Hunter', reacher: 'Reacher' } as const;

/** Says that mail servers cannot be asked from here, before anybody wonders why everything is unknown. */
export function ReachBanner() {
  const { data } = useQuery({
    queryKey: ['mail-reach'],
    queryFn: ({ signal }) => invoke(emailFinder.calls.mailReach, {}, { signal }),
    refetchInterval: LOOK_MS,
  });
  if (data?.port25 !== 'blocked') return null;
  const others = data.outside.map((name) => OUTSIDE_NAMES[name]).join(' and ');
  return (
    <Alert tone="warning" title="Mail servers cannot be reached from here" className="mb-4">
      {others
        ? `The network of this server lets nothing out to port 25, so ${others} is asked instead.`
        : 'The network of this server lets nothing out to port 25. Emails come back as unknown with the likeliest guess, and are not charged. Whoever runs this server can set SOCKS_PROXY, run a worker elsewhere, or name a verifier (REACHER_URL, HUNTER_API_KEY).'}
    </Alert>
  );
}
