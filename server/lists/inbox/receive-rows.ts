import { z } from 'zod';
import { ADDED_VALUE_MAX_CHARS, ADDED_VALUE_TOO_LONG } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import { INBOX_ROWS_MAX, type InboxReply } from '#contract/list-inbox.ts';
import { parseInput } from '../../http/bind.ts';
import { findResult, hashRequest, type KeyClaim } from '../../idempotency/idempotency.ts';
import type { Inbox } from '../../list-inboxes/inboxes.ts';
import { earlierReply, type IncomingMessage, noteAccepted } from '../../list-inboxes/messages.ts';
import { addListRows } from '../add-list-rows.ts';
import type { EditDeps } from '../edit-list.ts';

/** A value as other programs send it, as text. */
const IncomingValue = z
  .union([z.string(), z.number(), z.boolean(), z.null()], {
    error: ({ path }) =>
      `“${String(path?.at(-1)).slice(0, 100)}” must be a text, a number, true, false or null. Send a list or an object as a text.`,
  })
  .transform((value) => (value === null ? '' : String(value)))
  .pipe(z.string().max(ADDED_VALUE_MAX_CHARS, ADDED_VALUE_TOO_LONG));
const IncomingRow = z.record(z.string().max(500), IncomingValue, {
  error: 'Each row must be an object of values by column, like {"Company": "Acme"}.',
});
const ROWS = 'Send an object of values by column, or a list of them.';
const IncomingRows = z
  .array(IncomingRow, { error: ROWS })
  .min(1, `There are no rows. ${ROWS}`)
  .max(INBOX_ROWS_MAX, `Send up to ${INBOX_ROWS_MAX} rows at a time.`);

/** Another request with the same ID was faster. */
class Repeated extends Error {}

/**
 * Adds the rows of a request to the list of an inbox: `body` is a row, a list of rows, or `{rows: [...]}`. A request with the
 * ID of an earlier one adds nothing and gets its answer. Throws CallError: `idempotency_conflict` if the sender has an API key and
 * gave the ID to other rows within a day. A webhook keeps its ID, whatever it sends.
 */
export async function receiveRows(
  deps: EditDeps,
  inbox: Inbox,
  message: IncomingMessage,
  body: unknown,
): Promise<InboxReply> {
  const { db } = deps.database;
  const claim = claimOf(deps, inbox, message, body);
  const before = await earlierReply(db, inbox, message);
  // Throws for other rows.
  if (before) await findResult(db, claim);
  if (before) return before;
  const rows = parseInput(IncomingRows, rowsOf(body));
  try {
    const { added, updated, refused } = await addListRows(
      deps,
      inbox.account_id,
      { id: inbox.list_id, rows },
      {
        claim,
        async note(tx, reply) {
          if (!(await noteAccepted(tx, deps, inbox, message, reply))) throw new Repeated();
        },
      },
    );
    return { added, updated, refused };
  } catch (error) {
    const first = error instanceof Repeated ? await earlierReply(db, inbox, message) : null;
    if (first) return first;
    throw error instanceof Repeated ? new CallError('not_found') : error;
  }
}

function claimOf(
  { clock }: Pick<EditDeps, 'clock'>,
  inbox: Inbox,
  { id, sender }: IncomingMessage,
  body: unknown,
): KeyClaim | null {
  if (id === null || sender !== 'key') return null;
  return {
    accountId: inbox.account_id,
    call: 'list-inbox',
    key: `${inbox.id} ${id}`,
    requestHash: hashRequest(body),
    at: new Date(clock.now()),
  };
}

function rowsOf(body: unknown): unknown {
  if (Array.isArray(body) || typeof body !== 'object' || body === null) return body;
  const { rows, ...others } = body as Readonly<Record<string, unknown>>;
  return Array.isArray(rows) && Object.keys(others).length === 0 ? rows : [body];
}
