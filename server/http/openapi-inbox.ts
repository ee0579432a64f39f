import { z } from 'zod';
import {
  INBOX_KEPT_DAYS,
  INBOX_PATH,
  INBOX_ROWS_MAX,
  INBOX_TOLERANCE_SECONDS,
  InboxReply,
} from '#contract/list-inbox.ts';
import { input, output } from './shared-schemas.ts';

const ID = 'webhook-id';
const TIMESTAMP = 'webhook-timestamp';
const SIGNATURE = 'webhook-signature';

/** How a sender without an API key proves who it is. OpenAPI knows no signatures, so it is a header. */
export const INBOX_SIGNATURE = {
  type: 'apiKey',
  in: 'header',
  name: SIGNATURE,
  description: `Standard Webhooks: \`v1,\` and the Base64 of the HMAC-SHA256 of \`<${ID}>.<${TIMESTAMP}>.<body>\`, with the secret (\`whsec_...\`) of the list. Several signatures have spaces between them.`,
} as const;

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const Rows = z.array(Row).min(1).max(INBOX_ROWS_MAX);

/** The address of a list that takes rows, in OpenAPI. `errors`: its other responses; `security`: those of calls. */
export function inboxPath(
  tag: string,
  { errors, security }: { errors: object; security: readonly object[] },
): [path: string, item: object] {
  const header = (name: string, description: string, schema: object = {}) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', ...schema },
  });
  const post = {
    operationId: 'receive-rows',
    summary: 'Add rows to a list by its own address.',
    tags: [tag],
    description: `The address is in “Receive rows” of the list, and list-inbox-create makes it. Send an API key with the permission \`run\`, or sign the request with the secret of the list and the headers ${ID}, ${TIMESTAMP} and ${SIGNATURE}. A row with a known value in the key column of the list updates its row.`,
    'x-permissions': ['run'],
    security: [...security, { signature: [] }],
    parameters: [
      {
        name: 'inbox',
        in: 'path',
        required: true,
        description: 'The last part of the address.',
        schema: { type: 'string', format: 'uuid' },
        example: '7d0a3f8e-41c5-4b9e-9a37-5c1e2f6b8d90',
      },
      header(
        'Idempotency-Key',
        `With an API key: a repeated request with the same key adds nothing, for ${INBOX_KEPT_DAYS} days.`,
        { maxLength: 255 },
      ),
      header(ID, 'With a signature: the same for each try of a message.', { maxLength: 255 }),
      header(
        TIMESTAMP,
        `With a signature: the time in seconds since 1970, at most ${INBOX_TOLERANCE_SECONDS / 60} minutes off.`,
      ),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: input(z.union([Rows, z.strictObject({ rows: Rows }), Row])),
          example: [{ Email: 'jane@acme.com', Company: 'Acme' }],
        },
      },
    },
    responses: {
      200: {
        description: 'What it did to the list.',
        content: { 'application/json': { schema: output(InboxReply) } },
      },
      ...errors,
    },
  };
  return [`${INBOX_PATH}/{inbox}`, { post }];
}
