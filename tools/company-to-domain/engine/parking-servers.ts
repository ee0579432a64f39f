/** Name servers of companies that park and sell domains, and serve no websites of others. */
const PARKING = new Set(
  (
    'sedoparking.com bodis.com parkingcrew.net above.com parklogic.com dan.com afternic.com undeveloped.com cashparking.com ' +
    'smartname.com fabulous.com voodoo.com dsredirection.com rookdns.com fastpark.net ztomy.com buydomains.com ' +
    'this-domain-for-sale.com brandbucket.com domainmarket.com giantpanda.com uniregistrymarket.link eftydns.com'
  ).split(' '),
);

/** Whether a domain with these name servers is parked or for sale, so that its page needs no visit. */
export function isParked(nameServers: readonly string[]): boolean {
  return nameServers.some((server) =>
    PARKING.has(server.toLowerCase().replace(/\.$/, '').split('.').slice(-2).join('.')),
  );
}
