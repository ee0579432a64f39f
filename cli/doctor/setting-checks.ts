import { type Config, isLocalOnly } from '#server/config.ts';
import { type Found, fault, type HealthCheck, ok, warning } from '#server/platform/operator/health-check.ts';
import type { ReadConfig } from './read-config.ts';

const CONFIGURE = 'Correct it in the environment or .env: docs/operate/configure.md.';

/** The checks of the settings themselves: invalid ones, and those that don't fit a server that others can reach. */
export function settingChecks({ problems, config }: ReadConfig): HealthCheck[] {
  return [
    {
      name: 'settings',
      run: async () =>
        problems.length === 0
          ? ok('all are valid')
          : problems.map((problem) => fault(problem.replace(/\.$/, ''), CONFIGURE)),
    },
    ...(config && !isLocalOnly(config)
      ? [{ name: 'reach', run: async () => orFine(checkReach(config), 'fits a server that others use') }]
      : []),
    ...(config
      ? [
          {
            name: 'privacy',
            run: async () => orFine(checkPrivacy(config), 'nothing is more open than it needs'),
          },
        ]
      : []),
  ];
}

function orFine(found: Found[], says: string): readonly Found[] {
  return found.length > 0 ? found : [ok(says)];
}

function checkReach({ PUBLIC_URL, TRUST_PROXY, SMTP_URL, MAIL_FROM }: Config): Found[] {
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
      warning(
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
