import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that gets webhooks, and answers by path. */
export interface WebhookReceiver {
  url(path: string): string;
  /** all requests, in their order */
  readonly received: readonly ReceivedEvent[];
  at(path: string): ReceivedEvent[];
  /** Default for every path: 204. */
  answer(path: string, how: (response: ServerResponse, event: ReceivedEvent) => void): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  const answers = new Map<string, (response: ServerResponse, event: ReceivedEvent) => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const event = { path, headers: request.headers, body: Buffer.concat(chunks).toString() };
    received.push(event);
    const how = answers.get(path);
    if (how) how(response, event);
    else response.writeHead(204).end();
  });
  // All of loopback, so that tests have several sites.
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    at: (path) => received.filter((event) => event.path === path),
    answer: (path, how) => void answers.set(path, how),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with a status and headers. */
export function status(code: number, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => void response.writeHead(code, headers).end('answered');
}
