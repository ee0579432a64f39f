import type { Hono } from 'hono';
import { z } from 'zod';
import { BOUNCES_PER_CALL, type BounceReceipt, NewBounce } from '#contract/bounces.ts';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { CallError } from '#contract/errors.ts';
import { type Binder, parseInput } from '../http/bind.ts';
import type { AppEnv } from '../http/context.ts';
import { bodyBytes, bodyText, limitBody, parsedValue } from '../http/json-body.ts';
import { parseJson } from '../http/parse-json.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { createTurns } from '../platform/turns.ts';
import { changeInbox, INBOX_PATH, type Inbox, openInbox, viewBounces } from './inbox.ts';
import type { ProviderRequest } from './providers/provider-report.ts';
import { readReport } from './providers/read-report.ts';
import { isSnsMessage, readSes, SnsMessage } from './providers/sns-message.ts';
import { type BounceDeps, type BounceEvent, recordBounces } from './record-bounces.ts';
import { createSnsChecks, createSnsReader, type SnsReader } from './sns-subscription.ts';

const MINUTE_MS = 60_000;
const READS: RateLimit = { name: 'bounce-read', limit: 300, windowMs: MINUTE_MS };
/** 500 reports each. Providers send one event in a request, or a few. */
const REPORTS: RateLimit = { name: 'bounce-report', limit: 600, windowMs: MINUTE_MS };
const CHANGES: RateLimit = { name: 'bounce-change', limit: 60, windowMs: 60 * MINUTE_MS };
/** Each reads a page of Amazon. */
const SUBSCRIPTIONS: RateLimit = { name: 'bounce-subscribe', limit: 20, windowMs: 60 * MINUTE_MS };
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** A provider sends more in one request than a program can. */
const EVENTS_PER_TURN = 500;

const Events = z.array(NewBounce).max(BOUNCES_PER_CALL);
const PlainBody = z.union([Events, z.object({ events: Events }).transform(({ events }) => events)]);

/** Mounts the calls about bounces, and the address that providers send them to. `read`: only tests set it. */
export function mountBounces(
  app: Hono<AppEnv>,
  binder: Binder,
  deps: BounceDeps,
  read: SnsReader = createSnsReader(deps),
): void {
  const limiter = createRateLimiter(deps);
  const sns = createSnsChecks(read);
  const turns = createTurns({ atOnce: 1, of: 'key' });
  const recordInTurn = (accountId: string, events: readonly BounceEvent[]) =>
    turns.run(accountId, () => recordBounces(deps, accountId, events));
  binder.signedIn(BOUNCE_CALLS.bounces, async ({ session, input }) => {
    await limiter.take(REPORTS, session.accountId);
    return recordInTurn(session.accountId, input.events);
  });
  binder.signedIn(BOUNCE_CALLS.bounceReports, async ({ session }) => {
    await limiter.take(READS, session.accountId);
    return viewBounces(deps, session.accountId);
  });
  binder.signedIn(BOUNCE_CALLS.bounceSettings, async ({ session, input }) => {
    await limiter.take(CHANGES, session.accountId);
    return changeInbox(deps, session.accountId, input);
  });

  app.post(`${INBOX_PATH}/:token`, limitBody(MAX_BODY_BYTES), async (context) => {
    const inbox = await openInbox(deps, context.req.param('token'));
    if (!inbox) throw new CallError('not_found');
    await limiter.take(REPORTS, inbox.accountId);
    const body = bodyText(await bodyBytes(context));
    const request = {
      body,
      value: parsedValue(parseJson(body)),
      header: (name: string) => context.req.header(name),
    };
    return context.json(await receive(inbox, request));
  });

  async function receive(inbox: Inbox, request: ProviderRequest): Promise<BounceReceipt> {
    if (isSnsMessage(request.value)) return record(inbox, await eventsOfSns(inbox, request.value));
    const report = readReport(request);
    if (!report) {
      // An account that set a key wants no reports without a signature.
      if (Object.keys(inbox.keys).length > 0) throw unsigned();
      return record(inbox, parseInput(PlainBody, request.value));
    }
    const key = inbox.keys[report.provider];
    if (Object.keys(inbox.keys).length > 0 && (key === undefined || !report.isSigned(key))) throw unsigned();
    return record(inbox, report.events);
  }

  async function eventsOfSns({ accountId, keys }: Inbox, value: unknown): Promise<BounceEvent[]> {
    const message = parseInput(SnsMessage, value);
    if (Object.keys(keys).length > 0 && keys.ses !== message.TopicArn) throw unsigned();
    await sns.requireSigned(message);
    if (message.Type === 'Notification') return readSes(message);
    if (message.Type === 'SubscriptionConfirmation') {
      await limiter.take(SUBSCRIPTIONS, accountId);
      await sns.confirm(message);
    }
    return [];
  }

  async function record({ accountId }: Inbox, events: readonly BounceEvent[]): Promise<BounceReceipt> {
    const total = await recordInTurn(accountId, events.slice(0, EVENTS_PER_TURN));
    for (let from = EVENTS_PER_TURN; from < events.length; from += EVENTS_PER_TURN) {
      const more = await recordInTurn(accountId, events.slice(from, from + EVENTS_PER_TURN));
      for (const name of Object.keys(total) as (keyof BounceReceipt)[]) total[name] += more[name];
    }
    return total;
  }
}

function unsigned(): CallError {
  return new CallError('validation_failed', 'The signature is invalid.');
}
