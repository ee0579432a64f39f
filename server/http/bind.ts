import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { issueMessage } from '#contract/issue-messages.ts';
import { runFor } from '../platform/database/database-turns.ts';
import type { ChildRunner } from '../platform/process/child-runner.ts';
import { readCallBody } from './call-body.ts';
import { type AppEnv, type Authenticate, notAuthenticated, requestSession, type Session } from './context.ts';
import { assertScope, assertSomeScope } from './key-scope.ts';
import { createLargeBodies } from './large-bodies.ts';
import { countOpenCalls, createOpenCalls, type OpenCalls } from './open-calls.ts';
import { SHOWN_CHARS, unknownField } from './unknown-fields.ts';

/** What a call's handler gets: the parsed input, the session, and the raw context for streams. */
export interface CallRequest<C extends Call> {
  input: InputOf<C>;
  /** null only on public calls */
  session: Session | null;
  idempotencyKey: string | null;
  /** `Prefer: respond-async` (RFC 7240) */
  respondAsync: boolean;
  context: Context<AppEnv>;
}
/** The request of a signed-in call. Its session is never null. */
export type SignedInRequest<C extends Call> = CallRequest<C> & { session: Session };

/** Returns a JSON value, or a Response for streams and other statuses. */
export type CallHandler<C extends Call> = (request: SignedInRequest<C>) => Promise<ReplyOf<C> | Response>;
export type PublicCallHandler<C extends Call> = (request: CallRequest<C>) => Promise<ReplyOf<C> | Response>;

interface AdmitRequest {
  session: Session;
  idempotencyKey: string | null;
  bodyBytes: number | null;
}

/** Checks before the body is read. They throw CallError to reject the call. */
export interface CallChecks {
  /** `bodyBytes`: the announced size of the body; null if it wasn't announced. */
  admit?(request: AdmitRequest): Promise<void>;
  /** Recognizes the caller by another kind of token. Tokens of sessions are then invalid for this call. */
  authenticate?: Authenticate;
}

export interface Binder {
  signedIn<C extends Call>(call: C, handler: CallHandler<C>, checks?: CallChecks): void;
  public<C extends Call>(
    call: C,
    handler: PublicCallHandler<C>,
    checks?: Pick<CallChecks, 'authenticate'>,
  ): void;
}

const MAX_IDEMPOTENCY_KEY_CHARS = 255;

/**
 * Mounts contract calls on Hono. Checks run in this order: signed in, scope of an API key, few open calls,
 * `CallChecks`, valid input, then the handler's own checks. The body is read only after `CallChecks`.
 */
export function createBinder(
  app: Hono<AppEnv>,
  options: {
    publishableKey: string;
    authenticate: Authenticate;
    childRunner: ChildRunner;
    /** of other paths too; its own if left out */
    openCalls?: OpenCalls;
  },
): Binder {
  const largeBodies = createLargeBodies();
  const openCalls = options.openCalls ?? createOpenCalls();

  function mount<C extends Call>(call: C, handle: PublicCallHandler<C>, checks?: CallChecks): void {
    app.on(
      call.method,
      call.path,
      async function checkSession(context, next) {
        const session = await requestSession(
          context,
          options.publishableKey,
          checks?.authenticate ?? options.authenticate,
        );
        if (!session && call.access === 'signed-in') throw notAuthenticated(context);
        assertSomeScope(session, call.scope);
        context.set('callSession', session);
        await (session ? runFor(session.accountId, next) : next());
      },
      countOpenCalls(openCalls, (context) => {
        const session = context.get('callSession');
        if (!session) return null;
        const { name, costs } = call;
        const key = idempotencyKey(context);
        return { accountId: session.accountId, call: name, costs, idempotencyKey: key };
      }),
      async function handleCall(context) {
        // Replies are personal, so they must not be cached.
        context.header('Cache-Control', 'no-store');
        const session = context.get('callSession');
        const key = idempotencyKey(context);
        const length = context.req.header('content-length');
        const bodyBytes = length === undefined ? null : Number(length);
        if (session) await checks?.admit?.({ session, idempotencyKey: key, bodyBytes });
        const large = largeBodies.open(session?.accountId ?? '');
        try {
          const input = parseCallInput(
            call.input,
            call.method === 'GET'
              ? readQuery(context)
              : await readCallBody(context, {
                  maxBytes: call.maxBodyBytes,
                  large,
                  childRunner: options.childRunner,
                }),
          );
          assertScope(session, call.scope, input);
          const reply = await handle({
            input: input as InputOf<C>,
            session,
            idempotencyKey: key,
            respondAsync: /(^|,)\s*respond-async\s*(,|;|$)/i.test(context.req.header('prefer') ?? ''),
            context,
          });
          return reply instanceof Response ? reply : context.json(reply as object);
        } finally {
          large.end();
        }
      },
    );
    app.all(call.path, (context) => {
      context.header('Allow', call.method);
      throw new CallError('method_not_allowed');
    });
  }

  return {
    public: mount,
    signedIn: (call, handler, checks) =>
      mount(call, (request) => handler(request as SignedInRequest<typeof call>), checks),
  };
}

/** Like `parseInput`, and refuses fields that the call doesn't know: a misspelled option must not be ignored. */
export function parseCallInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const unknown = unknownField(schema, input);
  if (unknown) throw new CallError('validation_failed', unknown.message, { details: { issues: [unknown] } });
  return parseInput(schema, input);
}

/**
 * Parses input with a contract schema. Throws `validation_failed` with the first issue as the message and the
 * first 20 issues in `details`. Issues without a message in the contract get a default one that names the
 * field.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .filter(
      (issue, at, all) => !isBeyondIntegers(issue) || all[at + 1]?.path.join('.') !== issue.path.join('.'),
    )
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw new CallError('validation_failed', issues[0]?.message, { details: { issues } });
}

/** Whether zod says that a number is beyond the integers of JavaScript. A bound of the field itself comes after it, and says more. */
function isBeyondIntegers(issue: z.core.$ZodIssue): boolean {
  return (
    (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
    (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER)
  );
}

/** The fields of a query. Throws `validation_failed` for one that came twice: all values but one would be ignored. */
function readQuery(context: Context<AppEnv>): Record<string, string> {
  const repeated = Object.entries(context.req.queries()).find(([, values]) => values.length > 1)?.[0];
  if (repeated === undefined) return context.req.query();
  const message = `Send ${cutText(repeated, SHOWN_CHARS)} only once.`;
  throw new CallError('validation_failed', message, { details: { issues: [{ path: repeated, message }] } });
}

function idempotencyKey(context: Context<AppEnv>): string | null {
  const key = context.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!key || key.length > MAX_IDEMPOTENCY_KEY_CHARS) {
    throw new CallError(
      'validation_failed',
      `Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY_CHARS} characters.`,
    );
  }
  return key;
}
