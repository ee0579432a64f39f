import { HostError } from './host-error.ts';

/** Errors of this machine, not of the address: most machines without IPv6 have no route to such an address. */
const NO_ROUTE = ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENETDOWN'];

/** The addresses of a host to try, in this order: the first two of IPv4 and the first of IPv6, or two of a single family. */
export function chooseAddresses(addresses: readonly string[]): string[] {
  const v6 = addresses.filter((address) => address.includes(':'));
  const v4 = addresses.filter((address) => !address.includes(':'));
  return [...v4.slice(0, 2), ...v6.slice(0, v4.length === 0 ? 2 : 1)];
}

/**
 * The first connection that an address accepts. Else throws the last error that says something about the host: that
 * there is no route to one of its addresses hides no other error. A refusal of the guard ends it at once.
 */
export async function dialFirst<Connection>(
  addresses: readonly string[],
  dial: (address: string) => Promise<Connection>,
): Promise<Connection> {
  let lastError: unknown = null;
  for (const address of addresses) {
    try {
      return await dial(address);
    } catch (error) {
      if (error instanceof HostError) throw error;
      if (lastError === null || !isNoRoute(error)) lastError = error;
    }
  }
  throw lastError ?? new HostError('undecided');
}

function isNoRoute(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_ROUTE.includes(String(error.code));
}
