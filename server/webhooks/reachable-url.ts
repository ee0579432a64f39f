import { CallError } from '#contract/errors.ts';
import { refuseUrl } from '#net/guard.ts';
import type { Deps } from '../deps.ts';

/** Refuses addresses that can't be right, with `validation_failed`. The others are checked when they are connected to. */
export function assertReachable({ config }: Pick<Deps, 'config'>, url: string): void {
  const refusal = refuseUrl(new URL(url), { allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK });
  if (refusal === null) return;
  throw new CallError(
    'validation_failed',
    refusal === 'port'
      ? 'Use an address on port 443 or 80.'
      : 'Use an address on the public internet. This one is private.',
  );
}
