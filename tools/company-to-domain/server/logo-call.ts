import type { Binder } from '#server/http/bind.ts';
import { createRateLimiter, type RateLimit } from '#server/http/rate-limit.ts';
import { areRowsOptedOut } from '#server/opt-outs/contact-check.ts';
import type { ToolDeps } from '../../server-tool.ts';
import { companyToDomain } from '../definition.ts';
import { findLogos } from './store.ts';

const LOGOS: RateLimit = { name: 'company-logos', limit: 240, windowMs: 60_000 };

/** Mounts `company-logos`: stored images as data URLs. It never fetches anything. */
export function mountLogos(binder: Binder, deps: ToolDeps): void {
  const limiter = createRateLimiter(deps);
  binder.signedIn(companyToDomain.calls.logos, async ({ session, input }) => {
    await limiter.take(LOGOS, session.accountId);
    const found = await findLogos(deps.database.db, [...new Set(input.domains)]);
    const optedOut = await areRowsOptedOut(
      deps,
      found.map(({ domain }) => ({ domain })),
    );
    const logos = Object.fromEntries(
      found
        .filter((_, at) => !optedOut[at])
        .map(({ domain, type, bytes }) => [
          domain,
          `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
        ]),
    );
    return { logos };
  });
}
