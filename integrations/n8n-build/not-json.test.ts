import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../server/webhooks/test-receiver.ts';
import { Leadwell } from '../n8n/nodes/Leadwell/Leadwell.node.ts';
import { executeContext } from './fake-n8n.ts';

let other: WebhookReceiver;
beforeAll(async () => {
  other = await startWebhookReceiver();
});
afterAll(() => other.close());

it.each([
  ['the page of a proxy', '/proxy', 200, '<!doctype html><title>Sign in</title>'],
  ['no body', '/empty', 204, ''],
])('the node says that an answer is no JSON: %s', async (_what, path, status, body) => {
  other.answer(`${path}/v1/website-extraction`, (response) => void response.writeHead(status).end(body));
  const url = other.url(`${path}/`);
  const items = [{ operation: 'runList', tool: 'websites', websites: 'acme.com' }];
  const context = executeContext({ url, key: 'lwk_x' }, items);
  await expect(new Leadwell().execute.call(context)).rejects.toMatchObject({
    name: 'NodeOperationError',
    itemIndex: 0,
    message: `The answer of ${url} isn't JSON. Check the address of the server in the credentials.`,
  });
  expect(context.sent).toHaveLength(1);
});
