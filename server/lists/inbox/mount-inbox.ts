import type { Context, Hono } from 'hono';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { INBOX_MAX_BYTES, INBOX_PATH } from '#contract/list-inbox.ts';
import type { Deps } from '../../deps.ts';
import type { Binder } from '../../http/bind.ts';
import { type AppEnv, type Authenticate, requestSession } from '../../http/context.ts';
import { bodyBytes, bodyText, limitBody, parsedValue } from '../../http/json-body.ts';
import { createJsonMeter } from '../../http/json-meter.ts';
import { assertSomeScope } from '../../http/key-scope.ts';
import { MAX_JSON_DEPTH, parseJson, TOO_DEEP } from '../../http/parse-json.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../../http/rate-limit.ts';
import type { RequireLiveSession } from '../../http/require-live-session.ts';
import { idempotencyClaim } from '../../idempotency/idempotency.ts';
import {
  createInbox,
  deleteInbox,
  type Inbox,
  inboxSecrets,
  rotateInbox,
  viewInbox,
} from '../../list-inboxes/inboxes.ts';
import { type IncomingMessage, inboxById, noteRefused } from '../../list-inboxes/messages.ts';
import { headerProblem, isSigned, isUnsigned } from '../../list-inboxes/verify-message.ts';
import { runHeavy } from '../../platform/database/database-turns.ts';
import { requireList } from '../lists.ts';
import { receiveRows } from './receive-rows.ts';

const MINUTE_MS = 60_000;
const READS: RateLimit = { name: 'list-inbox-read', limit: 300, windowMs: MINUTE_MS };
const CHANGES: RateLimit = { name: 'list-inbox-change', limit: 60, windowMs: 60 * MINUTE_MS };
/** 60,000 rows in a minute. */
const REQUESTS: RateLimit = { name: 'list-inbox', limit: 120, windowMs: MINUTE_MS };
/** Requests that can't be the owner's, by their sender: they must not use up the limit of the account. */
const STRANGERS: RateLimit = { name: 'list-inbox-stranger', limit: 120, windowMs: 10 * MINUTE_MS };
/** Of those, how many the log of a list keeps, so that a sender who only has the wrong secret is seen. */
const STRANGERS_LOGGED: RateLimit = { name: 'list-inbox-unsigned', limit: 20, windowMs: 60 * MINUTE_MS };
/** 500 rows with a hundred columns. */
const MAX_VALUES = 100_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Mounts the addresses of lists that take rows, and the calls that manage them. */
export function mountInbox(
  app: Hono<AppEnv>,
  binder: Binder,
  deps: Deps,
  { authenticate, requireLive }: { authenticate: Authenticate; requireLive: RequireLiveSession },
): void {
  const limiter = createRateLimiter(deps);

  binder.signedIn(CALLS.listInbox, async ({ session: { accountId }, input }) => {
    await limiter.take(READS, accountId);
    const { id } = await requireList(deps, accountId, input.id);
    return { inbox: await viewInbox(deps, accountId, id) };
  });
  binder.signedIn(CALLS.listInboxCreate, async (request) => {
    const { session, input } = request;
    const { accountId } = session;
    await limiter.take(CHANGES, accountId);
    const { id } = await requireList(deps, accountId, input.id);
    return createInbox(deps, accountId, id, {
      requireLive: (tx) => requireLive(tx, session),
      claim: idempotencyClaim(deps, request, CALLS.listInboxCreate.name),
    });
  });
  binder.signedIn(CALLS.listInboxRotate, async (request) => {
    const { accountId } = request.session;
    await limiter.take(CHANGES, accountId);
    const claim = idempotencyClaim(deps, request, CALLS.listInboxRotate.name);
    return rotateInbox(deps, accountId, request.input.id, claim);
  });
  binder.signedIn(CALLS.listInboxDelete, async ({ session: { accountId }, input }) => {
    await limiter.take(CHANGES, accountId);
    const { id } = await requireList(deps, accountId, input.id);
    await deleteInbox(deps, accountId, id);
    return {};
  });

  app.post(`${INBOX_PATH}/:inbox`, limitBody(INBOX_MAX_BYTES), async (context) => {
    context.header('Cache-Control', 'no-store');
    const id = context.req.param('inbox');
    const inbox = UUID.test(id) ? await inboxById(deps.database.db, id) : undefined;
    // Senders share addresses with others, so the limit is one of this list, too.
    const stranger = `${addressKey(context.get('clientAddress'))} ${inbox?.id ?? ''}`;
    const refuse = async (error: CallError): Promise<never> => {
      await limiter.take(STRANGERS, stranger);
      throw error;
    };
    if (!inbox)
      return refuse(
        new CallError(
          'not_found',
          'No list has this address. Copy it again from “Receive rows” of the list.',
        ),
      );
    const bearer = await requestSession(context, deps.config.PUBLISHABLE_KEY, authenticate);
    if (bearer && bearer.accountId !== inbox.account_id)
      return refuse(new CallError('forbidden', 'This API key belongs to another account than the list.'));
    assertSomeScope(bearer, 'run');
    const { message, body } = bearer
      ? { message: { sender: 'key', id: idOf(context) } as const, body: await bodyBytes(context) }
      : await readSigned(context, inbox, { refuse, check: () => limiter.check(STRANGERS, stranger) });
    await limiter.take(REQUESTS, inbox.account_id);
    try {
      return context.json(
        await runHeavy(inbox.account_id, () => receiveRows(deps, inbox, message, parseBody(body))),
      );
    } catch (error) {
      if (error instanceof CallError && error.status < 500)
        await noteRefused(deps, inbox, message.sender, error.message);
      throw error;
    }
  });
  app.all(`${INBOX_PATH}/:inbox`, (context) => {
    context.header('Allow', 'POST');
    throw new CallError('method_not_allowed');
  });

  /** The body of a signed request. Its headers are checked first, so that others send nothing that we must read. */
  async function readSigned(
    context: Context<AppEnv>,
    inbox: Inbox,
    { refuse, check }: { refuse: (error: CallError) => Promise<never>; check: () => Promise<void> },
  ): Promise<{ message: IncomingMessage; body: Uint8Array }> {
    const headers = {
      id: context.req.header('webhook-id') ?? null,
      timestamp: context.req.header('webhook-timestamp') ?? null,
      signature: context.req.header('webhook-signature') ?? null,
    };
    const log = async (problem: string) => {
      if ((await limiter.use(STRANGERS_LOGGED, inbox.id)).allowed)
        await noteRefused(deps, inbox, isUnsigned(headers) ? 'none' : 'signature', problem);
      return refuse(new CallError('not_authenticated', problem));
    };
    await check();
    const problem = headerProblem(headers, deps.clock.now());
    if (problem !== null) return log(problem);
    const body = await bodyBytes(context);
    if (!isSigned(headers, body, inboxSecrets(deps, inbox)))
      return log('The signature doesn’t fit. Sign the body as it is sent, with the secret of this list.');
    return { message: { sender: 'signature', id: headers.id }, body };
  }
}

/** The ID that a sender with an API key gave its request; null for none. Throws `validation_failed`. */
function idOf(context: Context<AppEnv>): string | null {
  const id = context.req.header('idempotency-key') ?? context.req.header('webhook-id');
  if (id === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(id))
    throw new CallError('validation_failed', 'Idempotency-Key must have 1 to 255 plain characters.');
  return id;
}

function parseBody(body: Uint8Array): unknown {
  const excess = createJsonMeter({ values: MAX_VALUES, depth: MAX_JSON_DEPTH }).push(body);
  if (excess === 'depth') throw new CallError('validation_failed', TOO_DEEP);
  if (excess === 'values')
    throw new CallError(
      'payload_too_large',
      'The request has more than 100,000 values. Send fewer rows at a time.',
    );
  const parsed = parseJson(bodyText(body), { longNumbers: true });
  if (!parsed.ok && parsed.code === 'bad_json')
    throw new CallError(
      'bad_json',
      'The body isn’t valid JSON. Send an object of values by column, or a list of them.',
    );
  return parsedValue(parsed);
}
