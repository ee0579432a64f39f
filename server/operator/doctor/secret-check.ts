import { plural } from '#contract/plural.ts';
import { oldSecretNeed } from '../../auth/old-secret.ts';
import type { Deps } from '../../deps.ts';
import { type OpenedSecret, openAuthSecret } from '../../platform/database/auth-secret.ts';
import { type Found, fault, ok, warning } from '../../platform/operator/health-check.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/** `authSecret`: empty if it isn't known. `earlier`: AUTH_SECRET_OLD, if it is set. */
export interface KnownSecrets {
  authSecret: string;
  earlier: { secret: string } | null;
}

/** Whether AUTH_SECRET is the one of the database, and whether AUTH_SECRET_OLD is still needed. */
export async function checkSecret(
  deps: Pick<Deps, 'database' | 'clock'> & { secrets: KnownSecrets },
): Promise<Found> {
  const { authSecret, earlier } = deps.secrets;
  const { db } = deps.database;
  if (authSecret === '') return warning('AUTH_SECRET is not known here', 'Set AUTH_SECRET as on the server.');
  let opened: OpenedSecret | null;
  try {
    opened = await openAuthSecret(db, authSecret, earlier?.secret);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return fault("AUTH_SECRET isn't the one that the database was used with", error.message);
  }
  if (!earlier || opened === null) return ok('AUTH_SECRET is the one of the database');
  if (opened.isOld)
    return warning(
      'the database still has AUTH_SECRET_OLD, because no server was started with the new AUTH_SECRET',
      'Start a server with both settings, or restart the one that runs.',
    );
  const need = opened.changedAt === null ? null : await oldSecretNeed(db, opened.changedAt, deps.clock.now());
  if (need)
    return ok(
      `AUTH_SECRET is the one of the database. Links and ${plural(need.sessions, 'session')} still need AUTH_SECRET_OLD, until ${need.until.toISOString()} at the latest`,
    );
  return warning(
    'AUTH_SECRET_OLD is no longer needed',
    'Unset AUTH_SECRET_OLD and restart the servers and workers. If it is in DATA_DIR/secrets.json, stop the server and run `leadwell secret drop-old`.',
  );
}
