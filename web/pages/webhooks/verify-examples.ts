/** The environment variable that holds the secret in every example. */
export const SECRET_VARIABLE = 'LEADWELL_WEBHOOK_SECRET';

/** How a receiver checks what it gets, in the order of the tabs. Each is a program that runs as it is. */
export const VERIFY_EXAMPLES = [
  {
    id: 'typescript',
    label: 'TypeScript',
    code: `// npm install standardwebhooks
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.${SECRET_VARIABLE}!);
const seen = new Set<string>();

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString(); // as it came: check before you parse
  const headers = request.headers as Record<string, string>;
  try {
    const event = webhook.verify(body, headers) as { type: string; data: object };
    const id = headers['webhook-id']!;
    if (!seen.has(id)) console.log(event.type, event.data); // an event can come twice
    seen.add(id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(Number(process.env.PORT ?? 8080));`,
  },
  {
    id: 'python',
    label: 'Python',
    code: `# pip install standardwebhooks
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["${SECRET_VARIABLE}"])
seen = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))  # as it came
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            event = webhook.verify(body, headers)
            if headers["webhook-id"] not in seen:  # an event can come twice
                print(event["type"], event["data"])
            seen.add(headers["webhook-id"])
            self.send_response(204)
        except WebhookVerificationError:
            self.send_response(401)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()`,
  },
] as const;
