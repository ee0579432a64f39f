import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Parser } from 'htmlparser2';

/**
 * A server that does a fixed work of about 2 ms for each request. The latency of ours is compared with its latency at the
 * same time, so that a slow or busy machine makes both worse. Prints its address.
 */
const PAGE =
  `<div class="card"><a href="/people/1">Ada &amp; Co</a><p>Head of Sales, Lyon</p></div>\n`.repeat(1200);

const server = createServer((_request, response) => {
  new Parser({}).end(PAGE);
  response.setHeader('content-type', 'application/json').end('[]');
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
