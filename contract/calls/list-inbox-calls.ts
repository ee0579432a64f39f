import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { INBOX_OLD_SECRET_HOURS, InboxSecret, InboxView } from '../list-inbox.ts';

const EXAMPLE = { id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427' };
const ListId = z.object({ id: z.uuid() });

/** Addresses of lists that take rows from other programs. */
export const LIST_INBOX_CALLS = {
  listInbox: call({
    name: 'list-inbox',
    method: 'GET',
    scope: 'read',
    summary: 'The address of a list that takes rows, and the last requests; null if it has none.',
    input: ListId,
    example: EXAMPLE,
    reply: z.object({ inbox: InboxView.nullable() }),
  }),
  listInboxCreate: call({
    name: 'list-inbox-create',
    method: 'POST',
    takesKey: true,
    scope: 'run',
    summary:
      'Give a list an address that takes rows: POST an object of values by column, or up to 500 of them in a list, with an API key or signed as Standard Webhooks says. The response has the secret, which no later call shows.',
    input: ListId,
    example: EXAMPLE,
    reply: InboxSecret,
  }),
  listInboxRotate: call({
    name: 'list-inbox-rotate',
    method: 'POST',
    takesKey: true,
    scope: 'none',
    summary: `Give the address of a list a new secret. For ${INBOX_OLD_SECRET_HOURS} hours, the old one is accepted, too.`,
    input: ListId,
    reply: InboxSecret,
  }),
  listInboxDelete: call({
    name: 'list-inbox-delete',
    method: 'POST',
    scope: 'run',
    summary: 'Remove the address of a list. Its rows stay.',
    input: ListId,
    example: EXAMPLE,
    reply: z.object({}),
  }),
} as const satisfies Record<string, Call>;
