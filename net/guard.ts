import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Which addresses may be connected to. By default only the public internet on ports 80 and 443. */
export interface ReachPolicy {
  /** Lifts the address and port rules (tests, intranets). Metadata addresses stay blocked. */
  allowPrivateNetwork: boolean;
}

/** Why a host or address is blocked. */
export type Refusal = 'private' | 'metadata' | 'port' | 'scheme';

/**
 * Cloud metadata services, which hand out credentials to any process on a machine. Includes all of
 * 169.254.0.0/16, where clouds keep adding services (169.254.169.254, .170.2, .170.23, .0.23). The others are
 * Azure's wire server, Alibaba, Oracle, and the IPv6 addresses of AWS (fd00:ec2::/32) and Google
 * (fd20:ce::254).
 */
const METADATA_BLOCKS = [
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
].map((block) => ipaddr.parseCIDR(block));

/** Global unicast (RFC 4291 2.4, IANA). All other IPv6 space is reserved or special. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

/**
 * Returns why an IP address (IPv6 without brackets) is blocked, or null. Also blocks text that isn't an IP
 * address.
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
 * Returns why the scheme, port or IP address of a URL is blocked, or null. Host names pass; their addresses
 * are checked after the lookup. WHATWG parsing normalizes 127.1, 0x7f.1 and 2130706433 to 127.0.0.1, so no
 * spelling gets through.
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

/** Returns the IP address of a host without brackets (URLs put them around IPv6), or null for a name. */
export function literalAddress(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return isIP(hostname) ? hostname : null;
}

/** Whether two texts are the same IP address. An IPv4 address equals its IPv4-mapped IPv6 form. */
export function sameAddress(address: string, otherAddress: string): boolean {
  if (address === otherAddress) return true;
  if (!ipaddr.isValid(address) || !ipaddr.isValid(otherAddress)) return false;
  return ipaddr.process(address).toNormalizedString() === ipaddr.process(otherAddress).toNormalizedString();
}

function isMetadata(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return METADATA_BLOCKS.some(([network, bits]) => {
    if (address.kind() !== network.kind()) return false;
    return address.match(network, bits);
  });
}

/**
 * The IPv4 addresses embedded in an IPv6 address: mapped and compatible (RFC 4291 2.5.5), NAT64 (RFC 6052,
 * RFC 8215), 6to4 (RFC 3056), Teredo (RFC 4380: inverted), ISATAP (RFC 5214).
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
