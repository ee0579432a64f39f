import ipaddr from 'ipaddr.js';

/** Proxies whose X-Forwarded-For the server trusts. `networks` has CIDR ranges and single addresses. */
export type TrustedProxies = { hops: number } | { networks: string[] };

/**
 * Parses TRUST_PROXY: a number of hops, `1` or another yes for one, or networks separated by commas. null: no
 * proxy is trusted. undefined: invalid.
 */
export function parseTrustedProxies(text: string): TrustedProxies | null | undefined {
  if (/^(0|false|no|off)$/.test(text)) return null;
  if (/^(true|yes|on)$/.test(text)) return { hops: 1 };
  if (/^[1-9]$/.test(text)) return { hops: Number(text) };
  const networks = text.split(',').map((entry) => entry.trim());
  const valid = networks.every(
    (entry) =>
      ipaddr.isValidCIDR(entry) || ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry),
  );
  return valid ? { networks } : undefined;
}

/** Whether an address is one of the networks. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    if (!network.includes('/')) return ipaddr.process(network).toString() === parsed.toString();
    const [range, bits] = ipaddr.parseCIDR(network);
    return parsed.kind() === range.kind() && parsed.match(range, bits);
  });
}
