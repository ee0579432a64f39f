import { existsSync } from 'node:fs';
import { type Config, isLocalOnly } from '../../config.ts';
import { megabytes } from '../../platform/disk/disk-space.ts';
import { MEGABYTE, readFreeBytes } from '../../platform/disk/free-bytes.ts';
import { type Found, fault, type HealthCheck, ok, warning } from '../../platform/operator/health-check.ts';

/** The checks of valid settings: those that don't fit a server that others can reach, or give away too much. */
export function configChecks(config: Config): HealthCheck[] {
  return [
    ...(isLocalOnly(config)
      ? []
      : [{ name: 'reach', run: async () => orFine(checkReach(config), 'fits a server that others use') }]),
    { name: 'privacy', run: async () => orFine(checkPrivacy(config), 'nothing is more open than it needs') },
  ];
}

/** The check of the disk of DATA_DIR. */
export function diskCheck(config: Config, freeBytes = readFreeBytes): HealthCheck {
  return { name: 'disk', run: async () => checkDisk(config, freeBytes) };
}

function orFine(found: Found[], says: string): readonly Found[] {
  return found.length > 0 ? found : [ok(says)];
}

function checkReach({ PUBLIC_URL, TRUST_PROXY, SMTP_URL, MAIL_FROM, TRIAL_REQUIRES_CARD }: Config): Found[] {
  const found: Found[] = [];
  const isSecure = PUBLIC_URL?.startsWith('https:') === true;
  if (PUBLIC_URL !== undefined && !isSecure)
    found.push(
      warning(
        'PUBLIC_URL is not https, so that passwords cross the network as plain text',
        'Put a proxy with TLS in front (docs/operate/install.md, Proxies), and set PUBLIC_URL to https://...',
      ),
    );
  // The server itself doesn't speak TLS.
  if (isSecure && TRUST_PROXY === null)
    found.push(
      warning(
        'TRUST_PROXY is 0 behind the proxy of PUBLIC_URL, so that all people share the limits of one address',
        'Set TRUST_PROXY=1, or to the networks of your proxies.',
      ),
    );
  if (!SMTP_URL)
    found.push(
      TRIAL_REQUIRES_CARD
        ? fault(
            'SMTP_URL is not set, so that no one can confirm an email address, which the trial requires',
            'Set SMTP_URL and MAIL_FROM to your mail server, or TRIAL_REQUIRES_CARD=false.',
          )
        : warning(
            'SMTP_URL is not set, so that no one gets mail with login links',
            'Set SMTP_URL and MAIL_FROM to your mail server.',
          ),
    );
  else if (/@localhost>?$/.test(MAIL_FROM))
    found.push(
      warning('MAIL_FROM has no address that can get replies', 'Set MAIL_FROM to an address of your domain.'),
    );
  return found;
}

function checkPrivacy(config: Config): Found[] {
  const found: Found[] = [];
  if (config.ALLOW_PRIVATE_NETWORK && !isLocalOnly(config))
    found.push(
      warning(
        'ALLOW_PRIVATE_NETWORK is on, so that people who use this server can reach your own network',
        'Unset ALLOW_PRIVATE_NETWORK, unless only people of your network use the server.',
      ),
    );
  if (/^(debug|trace)$/.test(config.LOG_LEVEL))
    found.push(
      warning(
        `LOG_LEVEL is ${config.LOG_LEVEL}, so that the log can have personal data`,
        'Set LOG_LEVEL=info when you are done.',
      ),
    );
  return found;
}

function checkDisk({ DATA_DIR, MIN_FREE_DISK_MB }: Config, freeBytes: (folder: string) => number): Found {
  const free = freeBytes(existsSync(DATA_DIR) ? DATA_DIR : '.');
  if (!Number.isFinite(free)) return ok('the system does not say how much is free');
  const needed = MIN_FREE_DISK_MB * MEGABYTE;
  const says = `${megabytes(free)} are free on the disk of DATA_DIR`;
  const todo =
    'Free up space, or move DATA_DIR to a larger disk. Set TASK_RETENTION_DAYS to delete old results.';
  if (free < needed) return fault(`only ${says}, so the server refuses new work`, todo);
  return free < 3 * needed ? warning(`only ${says}`, todo) : ok(says);
}
