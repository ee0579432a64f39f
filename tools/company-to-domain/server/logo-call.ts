import type { Binder } from '#server/http/bind.ts';
import { createRateLimiter, type RateLimit } from '#server/http/rate-limit.ts';
import { rowsAt } from '#server/tasks/results.ts';
import type { ToolDeps } from '../../server-tool.ts';
import { companyToDomain } from '../definition.ts';
import { findLogos } from './store.ts';

const LOGOS: RateLimit = { name: 'company-logos', limit: 240, windowMs: 60_000 };

/** Mounts `company-logos`: stored images of the account's own rows as data URLs. It never fetches anything. */
export function mountLogos(binder: Binder, deps: ToolDeps): void {
  const limiter = createRateLimiter(deps);
  const { db } = deps.database;
  binder.signedIn(companyToDomain.calls.logos, async ({ session, input }) => {
    await limiter.take(LOGOS, session.accountId);
    const { type } = companyToDomain.task;
    const rows = await rowsAt(deps, { accountId: session.accountId, id: input.id, type }, input.positions);
    const domains = rows.flatMap(({ fields }) => (typeof fields.domain === 'string' ? [fields.domain] : []));
    const found = await findLogos(db, [...new Set(domains)]);
    const logos = Object.fromEntries(
      found.map((logo) => [
        logo.domain,
        `data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}`,
      ]),
    );
    return { logos };
  });
}
