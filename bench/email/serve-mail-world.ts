import { benchBehaviors } from '../../e2e/fixtures/mail-world/behaviors.ts';
import type { MailDomain } from '../../e2e/fixtures/mail-world/mail-domain.ts';
import { startMailWorld } from '../../e2e/fixtures/mail-world/mail-world.ts';
import type { DomainReport, WorldOptions } from './mail-world-process.ts';
import { generateFirms } from './pairs.ts';

/** The program of startMailWorldProcess: a mail world that reports what its servers recorded. */
const options = JSON.parse(process.argv[2] ?? '') as WorldOptions;
const domains: MailDomain[] =
  'bannerDelayMs' in options
    ? benchBehaviors(options.bannerDelayMs)
    : generateFirms(options.firms, options.people, options.seed).map(({ domain, people }) => ({
        name: domain,
        about: 'generated',
        mailboxes: people.map(({ localPart }) => localPart.toLowerCase()),
        smtp: { replyDelayMs: options.replyDelayMs },
      }));
const world = await startMailWorld(domains);
/** Addresses that probeName in tools/email-finder/run/catch-all.ts makes. */
const PROBE = /^(?:[bdfgklmnprstvz][aeiou]){4}\.(?:[bdfgklmnprstvz][aeiou]){4}@/;

function report(): DomainReport[] {
  return domains.map(({ name }) => {
    const { sessions, maxOpen, data } = world.log(name);
    return {
      domain: name,
      mxQueries: world.dns.queries(name, 'MX'),
      connections: sessions.length,
      maxOpen,
      data,
      maxRefusals: Math.max(0, ...sessions.map(({ refusals }) => refusals)),
      probes: sessions.flatMap(({ recipients }) => recipients).filter((address) => PROBE.test(address))
        .length,
    };
  });
}

process.on('message', () => process.send?.(report()));
process.on('disconnect', () => process.exit(0));
process.send?.({ dnsServer: world.dnsServer, port: world.port });
