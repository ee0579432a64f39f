import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeDns } from '../../e2e/fixtures/fake-dns.ts';
import type { CompanyWorld } from './company-world.ts';

/** A web of companies on loopback. */
export interface CompanyWeb {
  dnsServer: string;
  port: number;
  /** requests by host */
  requests: Map<string, string[]>;
  close(): Promise<void>;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Serves the hosts of a world, each at its own address. */
export async function startCompanyWeb({
  hosts,
  parked = new Set(),
}: Pick<CompanyWorld, 'hosts'> & { parked?: ReadonlySet<string> }): Promise<CompanyWeb> {
  const requests = new Map<string, string[]>();
  const addresses = new Map(
    [...hosts.keys(), 'hugedomains.com'].map((host, index) => [
      host,
      `127.${2 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`,
    ]),
  );
  const server = createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    const path = request.url ?? '/';
    const log = requests.get(host) ?? [];
    log.push(path);
    requests.set(host, log);
    const site = hosts.get(host);
    if (path === '/icon.png' && site) {
      response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    } else if (path !== '/' || (!site && host !== 'hugedomains.com')) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    } else if (site && 'redirect' in site) {
      response.writeHead(301, { location: `http://${site.redirect}:${port}/` }).end();
    } else {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(site ? site.html : '<title>Huge</title>');
    }
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dns = await startFakeDns((name) => {
    const address = addresses.get(name);
    const server = parked.has(name) ? 'ns1.sedoparking.com' : `ns1.hoster-of-${name}`;
    return address ? { addresses: [address], ns: [server] } : null;
  });
  return {
    dnsServer: dns.server,
    port,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await dns.close();
    },
  };
}
