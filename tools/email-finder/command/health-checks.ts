import { networkInterfaces } from 'node:os';
import { createHostResolver } from '#net/dns.ts';
import { refuseAddress } from '#net/guard.ts';
import { type Config, isLocalOnly } from '#server/config.ts';
import { type Found, fault, type HealthCheck, ok, warning } from '#server/platform/operator/health-check.ts';
import { createMailHosts } from '../net/mail-hosts.ts';
import { addressesOf, addressReputation } from '../net/sending-reputation.ts';
import { testPort25 } from '../net/smtp/port-25.ts';
import { emailRunOptions } from '../server/run-options.ts';

const PORT_MS = 45_000;
const NEEDLESS = 'If no one needs the email finder here, set PORT_25_TEST=0.';

/**
 * The checks of what the email finder needs: outgoing port 25, and a name and addresses that mail servers trust.
 * `ownAddresses`: the public addresses of this machine.
 */
export function mailChecks(config: Config, ownAddresses = publicAddresses()): HealthCheck[] {
  if (!config.PORT_25_TEST) {
    const off = ok('PORT_25_TEST is off, so outgoing port 25 and the block lists are not checked');
    return [{ name: 'port 25', run: async () => off }];
  }
  return [
    { name: 'port 25', outside: true, limitMs: PORT_MS, run: () => checkPort(config) },
    { name: 'sending name', outside: true, run: () => checkSender(config, ownAddresses) },
  ];
}

/** On a server for others, what keeps the email finder from working is a fault. */
function problem(config: Config, says: string, todo: string): Found {
  return isLocalOnly(config) ? warning(says, `${todo} ${NEEDLESS}`) : fault(says, `${todo} ${NEEDLESS}`);
}

async function checkPort(config: Config): Promise<Found> {
  const policy = { allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK };
  const dnsServers = config.DNS_SERVERS ?? null;
  const resolver = createHostResolver({ dnsServers, policy });
  const hosts = createMailHosts({ resolver, dnsServers });
  try {
    const { state, answeredBy } = await testPort25({
      policy,
      hosts,
      port: config.SMTP_PORT,
      socksProxy: config.SOCKS_PROXY ?? null,
    });
    if (state === 'open') return ok(`open: ${answeredBy} answers`);
    if (state === 'undecided')
      return warning('could not be tested, because no mail server was found', 'Check the DNS servers first.');
    return problem(
      config,
      'no mail server can be reached: outgoing port 25 is blocked',
      'Ask your provider to open it, set SOCKS_PROXY, or run `leadwell worker` where it is open.',
    );
  } finally {
    hosts.close();
    resolver.close();
  }
}

async function checkSender(config: Config, ownAddresses: readonly string[]): Promise<Found[]> {
  const dnsServers = config.DNS_SERVERS ?? null;
  const { ehloName } = emailRunOptions(config);
  if (ehloName === 'localhost.localdomain')
    return [
      problem(
        config,
        'mail servers are greeted without a host name',
        'Set EHLO_NAME to a name like mail.example.com that has the address of this machine.',
      ),
    ];
  const named = await addressesOf(ehloName, dnsServers);
  if (named === null) return [warning(`no answer about ${ehloName}`, 'Check the DNS servers first.')];
  if (named.length === 0)
    return [
      problem(
        config,
        `${ehloName}, the name that mail servers are greeted with, has no address`,
        `Add an A record for it, or set EHLO_NAME to a name that has the address of this machine.`,
      ),
    ];
  // Through a proxy, or behind a router, mail servers see another address than ours.
  const own = config.SOCKS_PROXY || ownAddresses.length === 0 ? named : ownAddresses;
  const found: Found[] = [];
  if (!own.some((address) => named.includes(address)))
    found.push(
      problem(
        config,
        `${ehloName} has the address ${named.join(', ')}, and this machine has ${own.join(', ')}`,
        'Correct the A record, or set EHLO_NAME to a name that has the address of this machine.',
      ),
    );
  const sends = own.filter((address) => named.includes(address));
  for (const address of sends.length > 0 ? sends : own) found.push(...(await checkAddress(config, address)));
  return found.length > 0
    ? found
    : [ok(`${ehloName} has our address, its PTR record fits, and no block list has it`)];
}

async function checkAddress(config: Config, address: string): Promise<Found[]> {
  const { names, confirmed, listedIn, refusedBy } = await addressReputation(address, {
    dnsServers: config.DNS_SERVERS ?? null,
    zones: config.DNSBL_ZONES,
  });
  const found: Found[] = [];
  if (names !== null && !confirmed)
    found.push(
      problem(
        config,
        names.length === 0
          ? `${address} has no PTR record`
          : `the PTR record of ${address} is ${names.join(', ')}, which doesn't have this address`,
        'Ask the provider of the address to set its PTR record to the EHLO name.',
      ),
    );
  if (listedIn.length > 0)
    found.push(
      problem(
        config,
        `${address} is in the block list ${listedIn.join(' and ')}`,
        'Ask on the page of the list to be removed, or send through another address with SOCKS_PROXY.',
      ),
    );
  if (refusedBy.length > 0)
    found.push(
      warning(
        `${refusedBy.join(' and ')} refused to answer, so it isn't known whether it lists ${address}`,
        'Set DNS_SERVERS to a DNS server of your own: block lists refuse large public ones.',
      ),
    );
  return found;
}

/** The addresses of this machine that the internet can reach. */
function publicAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => refuseAddress(address, { allowPrivateNetwork: false }) === null);
}
