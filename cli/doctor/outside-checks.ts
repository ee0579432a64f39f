import { silentDnsServers } from '#net/dns-servers.ts';
import type { Config } from '#server/config.ts';
import { tryMailServer } from '#server/platform/mail/mail-server-check.ts';
import { type Found, fault, type HealthCheck, ok, warning } from '#server/platform/operator/health-check.ts';

/** A name that every DNS server can answer for. */
const DNS_NAME = 'example.com';

/** The checks of services outside that every server uses. Tools bring those that they use. */
export function outsideChecks(config: Config): HealthCheck[] {
  return [
    { name: 'dns', outside: true, run: () => checkDns(config.DNS_SERVERS ?? null) },
    { name: 'mail server', outside: true, run: () => checkMailServer(config.SMTP_URL) },
  ];
}

async function checkDns(servers: readonly string[] | null): Promise<Found> {
  const { asked, silent } = await silentDnsServers(servers, DNS_NAME);
  if (silent.length === 0 && asked.length > 0)
    return ok(`${asked.join(', ')} ${asked.length === 1 ? 'answers' : 'answer'}`);
  const says = `no answer from ${silent.join(', ') || 'any DNS server'}`;
  const todo = servers
    ? 'Correct DNS_SERVERS, or unset it to use those of the system.'
    : 'Correct the DNS servers of this machine (/etc/resolv.conf), or set DNS_SERVERS.';
  return silent.length < asked.length ? warning(says, todo) : fault(says, todo);
}

async function checkMailServer(url: string | undefined): Promise<Found> {
  if (!url) return ok('SMTP_URL is not set: mail is written to DATA_DIR/outbox');
  const failed = await tryMailServer(url);
  if (!failed) return ok('the mail server of SMTP_URL can be reached and takes our login');
  return failed.isLogin
    ? fault('the mail server refused the login of SMTP_URL', 'Correct the user and password in SMTP_URL.')
    : fault(
        `the mail server of SMTP_URL can't be used: ${failed.reason}`,
        'Correct the host and port in SMTP_URL, and check that a firewall lets this machine connect to it.',
      );
}
