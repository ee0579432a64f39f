import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstErrorLine, OperatorError } from '../operator-error.ts';
import { metrics } from './metrics.ts';

/**
 * Serves /metrics on a port of its own, for a Prometheus in the same network. Throws OperatorError if the port can't be
 * used. Returns the port and a function that stops it.
 */
export async function serveMetrics({
  host,
  port,
}: {
  host: string;
  port: number;
}): Promise<{ port: number; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end('Only GET /metrics is here.\n');
      return;
    }
    void metrics.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new OperatorError(
      `Metrics can't be served on ${host}, port ${port}: ${firstErrorLine(cause)}. Set METRICS_PORT to a free port.`,
      { cause },
    );
  }
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
