import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What may be reached. The normal policy is the open internet on ports 80 and 443 and nothing else. */
export interface ReachPolicy {
  /** Lifts the address and port rules (tests, intranets); metadata addresses stay out of reach. */
  allowPrivateNetwork: boolean;
}

/** Why a host or an address is not reached. */
export type Refusal = 'private' | 'metadata' | 'port' | 'scheme';

/**
 * Services that hand out credentials to whoever asks from inside a machine. All of 169.254.0.0/16 counts: clouds keep
 * adding theirs there (169.254.169.254, .170.2, .170.23, .0.23). The rest: Azure's wire server, Alibaba, Oracle, and
 * the IPv6 forms of AWS (fd00:ec2::/32) and Google (fd20:ce::254).
 */
const METADATA_BLOCKS = [
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
].map((block) => ipaddr.parseCIDR(block));

/** Global unicast (RFC 4291 2.4, IANA): all other IPv6 space is reserved or special. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

/**
 * An IP address as text (IPv6 without brackets) -> why it must not be reached, or null. What is not an address is
 * refused too: nobody connects to something the guard could not read.
 */
export function refuseAddress(address: string, policy: ReachPolicy): Refusal | null {
  if (!ipaddr.isValid(address)) return 'private';
  const parsed = ipaddr.parse(address);
  const forms = parsed instanceof ipaddr.IPv6 ? [parsed, ...embeddedIPv4(parsed)] : [parsed];
  if (forms.some(isMetadata)) return 'metadata';
  if (policy.allowPrivateNetwork) return null;
  if (parsed.range() !== 'unicast') return 'private';
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST_V6)) return 'private';
  return null;
}

/**
 * An absolute URL -> why its scheme, port or literal host must not be reached, or null. A name passes here; its
 * addresses are judged when they are known. WHATWG parsing has already turned 127.1, 0x7f.1 and 2130706433 into
 * 127.0.0.1, so no spelling of a literal gets past this.
 */
export function refuseUrl(url: URL, policy: ReachPolicy): Refusal | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  const literal = literalAddress(url.hostname);
  if (literal !== null) {
    const refusal = refuseAddress(literal, policy);
    if (refusal) return refusal;
  }
  if (policy.allowPrivateNetwork) return null;
  const host = url.hostname.replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return 'private';
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return port === 80 || port === 443 ? null : 'port';
}

/** The address a host is, without brackets (a URL's hostname has them around IPv6, a socket's has none); null when it is a name. */
export function literalAddress(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return isIP(hostname) ? hostname : null;
}

/** Whether two texts are the same address, an IPv4 address and its mapped form counting as the same. */
export function sameAddress(one: string, other: string): boolean {
  if (one === other) return true;
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false;
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}

function isMetadata(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return METADATA_BLOCKS.some(([network, bits]) => {
    if (address.kind() !== network.kind()) return false;
    return address.match(network, bits);
  });
}

/**
 * The IPv4 addresses an IPv6 address may lead to: mapped and compatible (RFC 4291 2.5.5), NAT64 (RFC 6052, RFC 8215),
 * 6to4 (RFC 3056), Teredo (RFC 4380: inverted), ISATAP (RFC 5214).
 */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = address.toByteArray();
  const at = (start: number) => new ipaddr.IPv4(bytes.slice(start, start + 4));
  const found: ipaddr.IPv4[] = [at(12)];
  const range = address.range();
  if (range === '6to4') found.push(at(2));
  if (range === 'teredo') found.push(new ipaddr.IPv4(bytes.slice(12, 16).map((byte) => byte ^ 0xff)));
  return found;
}
