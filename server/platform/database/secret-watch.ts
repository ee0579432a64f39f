import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import { firstErrorLine } from '../operator-error.ts';
import type { ServerSecrets } from '../server-secrets.ts';
import { OLD_SIGNS_MS, secretReplacedAt } from './auth-secret.ts';
import type { Database } from './db.ts';

const CHECK_MS = 10_000;
/** Stops before the others sign with a secret that this process doesn't know. */
const ENOUGH_MS = OLD_SIGNS_MS - 60_000;

/**
 * Notices that another process has changed AUTH_SECRET. Warns then, and calls `onReplaced` once shortly before the others sign
 * with the new one: to this process, its sessions would be forged. The embedded database has only one process. Returns a
 * function that stops the watch.
 */
export function watchSecret(
  parts: { database: Database; clock: Clock; log: Log; secrets: Pick<ServerSecrets, 'authSecret'> },
  onReplaced: () => void,
  checkMs = CHECK_MS,
): () => Promise<void> {
  const { database, clock, log, secrets } = parts;
  if (database.kind.engine === 'pglite') return async () => {};
  let warnedOf: number | null = null;
  let isStopped = false;
  return every(checkMs, async () => {
    if (isStopped) return;
    try {
      const replacedAt = await secretReplacedAt(database.db, secrets.authSecret);
      if (replacedAt === null) return;
      const until = replacedAt + ENOUGH_MS;
      if (clock.now() >= until) {
        isStopped = true;
        log.error(
          'AUTH_SECRET was changed, and this process still has the one from before: it takes no more work. Start it again with the new AUTH_SECRET, and with the one from before as AUTH_SECRET_OLD',
        );
        onReplaced();
      } else if (warnedOf !== replacedAt) {
        warnedOf = replacedAt;
        log.warn(
          { until: new Date(until).toISOString() },
          'AUTH_SECRET was changed: until then, start this process again with the new one, and with the one from before as AUTH_SECRET_OLD',
        );
      }
    } catch (error) {
      log.debug({ reason: firstErrorLine(error) }, 'could not read the fingerprint of AUTH_SECRET');
    }
  });
}
