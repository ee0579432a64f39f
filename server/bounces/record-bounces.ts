import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  BOUNCE_DAYS,
  BOUNCE_RETURN_DAYS,
  BOUNCE_SHARE_TRUSTED,
  BOUNCES_TRUSTED,
  type BounceCounts,
  type BounceReceipt,
  COMPLAINTS_LIST,
  type NewBounce,
  NO_BOUNCES,
} from '#contract/bounces.ts';
import { CallError } from '#contract/errors.ts';
import { classifyBounce } from '#engines/mail-replies/classify-bounce.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { returnCredits } from '../accounts/ledger.ts';
import { calendarMonth, refundBudget } from '../api-keys/budget.ts';
import { addressKeys, reportedAddress } from '../bounce-data/address-key.ts';
import { addToDomains, type DomainReports, storeBounced } from '../bounce-data/bounced-addresses.ts';
import { countGiven, findGiven, type GivenRecord, storeOutcomes } from '../bounce-data/given-addresses.ts';
import { addToBounceDay, claimEvents } from '../bounce-data/reported-events.ts';
import type { Deps } from '../deps.ts';
import { addExcluded } from '../lists/exclusions/add-excluded.ts';
import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import type { TaskTools } from '../tasks/task-tool.ts';

export type BounceDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets' | 'publicUrl'> & {
  taskTools: TaskTools;
};

/** A report. `id`: what the provider calls it, if it does. */
export interface BounceEvent extends Omit<NewBounce, 'at'> {
  at?: string | undefined;
  id?: string | undefined;
}

type Outcome = Exclude<keyof BounceCounts, 'uncounted' | 'returned'>;

interface ReadEvent {
  eventKey: string;
  address: string;
  domain: string;
  addressKey: string;
  outcome: Outcome;
}

const DAY_MS = 86_400_000;
const EVENTS_PER_TURN = 50;
/** A softly bounced mailbox may work again. */
const SOFT_DAYS = 7;
/** Given addresses that are counted to see how many bounces of an account are plausible. */
const COUNTED = 50_000;

/**
 * Records what became of emails that an account sent, in one transaction; a report that it had before changes nothing. Only
 * reports about addresses that we gave the account count for others (docs/decisions/bounces.md). Complaints go to a list
 * of the account, in a transaction of their own. Throws CallError.
 */
export async function recordBounces(
  deps: BounceDeps,
  accountId: string,
  events: readonly BounceEvent[],
): Promise<BounceReceipt> {
  const now = new Date(deps.clock.now());
  const read = await readEvents(deps, events);
  const [complaints, others] = [
    read.filter(({ outcome }) => outcome === 'complaint'),
    read.filter(({ outcome }) => outcome !== 'complaint'),
  ];
  const counts = { ...NO_BOUNCES };
  let fresh = 0;
  if (others.length > 0) {
    const { found, added } = await recordOutcomes(deps, accountId, others, now);
    fresh += found;
    add(counts, added);
  }
  if (complaints.length > 0) {
    const added = await recordComplaints(deps, accountId, complaints, now);
    fresh += added;
    counts.complaint += added;
  }
  return { ...counts, repeated: read.length - fresh, invalid: events.length - read.length };
}

/** The events with a usable address, each once. Other requests are handled in between. */
async function readEvents(deps: BounceDeps, events: readonly BounceEvent[]): Promise<ReadEvent[]> {
  const keyOf = addressKeys(deps);
  const read: ReadEvent[] = [];
  for (const [index, { email, kind, code, text, at, id }] of events.entries()) {
    if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await nextTurn();
    const reading = reportedAddress(email);
    if (!reading) continue;
    const outcome = kind === 'bounce' ? classifyBounce({ code, text }) : kind;
    const identity =
      id ??
      createHash('sha256')
        .update(JSON.stringify([outcome, code, text, at]))
        .digest('hex');
    const { address, domain } = reading;
    read.push({
      eventKey: keyOf(`${address} ${identity}`),
      address,
      domain,
      addressKey: keyOf(address),
      outcome,
    });
  }
  return read;
}

async function recordOutcomes(
  deps: BounceDeps,
  accountId: string,
  events: readonly ReadEvent[],
  now: Date,
): Promise<{ found: number; added: BounceCounts }> {
  return transaction(deps.database.db, async (tx) => {
    if (!(await lockGateAccount(tx, deps.config, accountId))) throw new CallError('not_authenticated');
    const fresh = await claimNew(tx, accountId, events, now);
    const added = { ...NO_BOUNCES };
    for (const { outcome } of fresh) added[outcome] += 1;
    const since = new Date(now.getTime() - BOUNCE_DAYS * DAY_MS);
    const keys = [...new Set(fresh.map(({ addressKey }) => addressKey))];
    const given = await findGiven(tx, accountId, keys, since);
    const effects = await effectsOf(tx, accountId, fresh, { given, since, now });
    added.uncounted = effects.uncounted;
    added.returned = effects.returned;
    await storeOutcomes(tx, accountId, effects.outcomes);
    await storeBounced(tx, effects.bounced, now);
    await addToDomains(tx, effects.domains, now);
    if (effects.gone.length > 0)
      for (const tool of deps.taskTools.values()) await tool.forgetBounced?.(tx, effects.gone);
    if (effects.returned > 0)
      await returnCredits(tx, accountId, { amount: effects.returned, reason: chargedAs(deps) });
    for (const { keyId, credits, spentAt } of effects.budgets.values())
      await refundBudget(tx, keyId, credits, spentAt);
    if (fresh.length > 0) await addToBounceDay(tx, accountId, added, now);
    return { found: fresh.length, added };
  });
}

/** The type of the tool that gives addresses. The credit history shows the credits as its refund. */
function chargedAs({ taskTools }: BounceDeps): string {
  for (const { definition } of taskTools.values())
    if (definition.task.givenAddress) return definition.task.type;
  throw new Error('No tool gives addresses.');
}

interface Effects {
  outcomes: { key: string; outcome: 'delivered' | 'soft' | 'hard'; returned: boolean }[];
  bounced: { key: string; kind: 'hard' | 'soft'; until: Date }[];
  domains: Map<string, DomainReports>;
  /** addresses that bounced hard */
  gone: string[];
  uncounted: number;
  /** credits for the balance of the account */
  returned: number;
  /** credits for the budgets of API keys, each key's of a month together */
  budgets: Map<string, { keyId: string; credits: number; spentAt: Date }>;
}

/** What reports change for others and for the account's credits. */
async function effectsOf(
  tx: Tx,
  accountId: string,
  events: readonly ReadEvent[],
  { given, since, now }: { given: ReadonlyMap<string, GivenRecord>; since: Date; now: Date },
): Promise<Effects> {
  const effects: Effects = {
    outcomes: [],
    bounced: [],
    domains: new Map(),
    gone: [],
    uncounted: 0,
    returned: 0,
    budgets: new Map(),
  };
  const until = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const returnable = now.getTime() - BOUNCE_RETURN_DAYS * DAY_MS;
  const known = new Map([...given].map(([key, record]) => [key, { ...record, changed: false, back: false }]));
  const bounced = new Map<string, 'hard' | 'soft'>();
  let room: number | null = null;
  for (const { addressKey, address, domain, outcome } of events) {
    if (outcome !== 'hard' && outcome !== 'soft' && outcome !== 'delivered') continue;
    const record = known.get(addressKey);
    if (!record || record.outcome === 'hard') {
      if (outcome === 'hard' && !record) effects.uncounted += 1;
      continue;
    }
    if (outcome === 'hard') {
      room ??= await trustedRoom(tx, accountId, since);
      if (room <= 0) {
        effects.uncounted += 1;
        continue;
      }
      room -= 1;
    }
    const counts = effects.domains.get(domain) ?? { sent: 0, bounced: 0 };
    if (record.outcome === null) counts.sent += 1;
    if (outcome === 'hard') {
      counts.bounced += 1;
      effects.gone.push(address);
      const cost = Math.max(record.credits, record.budget_credits);
      if (record.verified && cost > 0 && record.given_at.getTime() > returnable) {
        effects.returned += record.credits;
        addToBudget(effects.budgets, record);
        record.back = true;
      }
    }
    effects.domains.set(domain, counts);
    if (outcome !== 'delivered') bounced.set(addressKey, outcome);
    record.outcome = outcome;
    record.changed = true;
  }
  for (const [key, { outcome, changed, back }] of known)
    if (changed && outcome) effects.outcomes.push({ key, outcome, returned: back });
  for (const [key, kind] of bounced)
    effects.bounced.push({ key, kind, until: until(kind === 'hard' ? BOUNCE_DAYS : SOFT_DAYS) });
  return effects;
}

function addToBudget(
  budgets: Effects['budgets'],
  { api_key_id: keyId, budget_credits: credits, given_at: spentAt }: GivenRecord,
): void {
  if (keyId === null || credits <= 0) return;
  const key = `${keyId} ${calendarMonth(spentAt)}`;
  budgets.set(key, { keyId, spentAt, credits: credits + (budgets.get(key)?.credits ?? 0) });
}

/** How many more hard bounces of an account are plausible. */
async function trustedRoom(tx: Tx, accountId: string, since: Date): Promise<number> {
  const { given, hard } = await countGiven(tx, accountId, { since, limit: COUNTED });
  return Math.max(BOUNCES_TRUSTED, Math.floor(given * BOUNCE_SHARE_TRUSTED)) - hard;
}

async function recordComplaints(
  deps: BounceDeps,
  accountId: string,
  events: readonly ReadEvent[],
  now: Date,
): Promise<number> {
  const refused = await areRowsOptedOut(
    deps,
    events.map(({ address }) => ({ Email: address })),
  );
  const optedOut = new Set(events.flatMap(({ address }, index) => (refused[index] ? [address] : [])));
  return transaction(deps.database.db, async (tx) => {
    if (!(await lockGateAccount(tx, deps.config, accountId))) throw new CallError('not_authenticated');
    const fresh = await claimNew(tx, accountId, events, now);
    if (fresh.length === 0) return 0;
    const addresses = [...new Set(fresh.flatMap(({ address }) => (optedOut.has(address) ? [] : [address])))];
    await addExcluded(tx, deps, { accountId, name: COMPLAINTS_LIST }, addresses, now);
    await addToBounceDay(tx, accountId, { ...NO_BOUNCES, complaint: fresh.length }, now);
    return fresh.length;
  });
}

/** The events that are new, in their order, each once. */
async function claimNew(
  tx: Tx,
  accountId: string,
  events: readonly ReadEvent[],
  now: Date,
): Promise<ReadEvent[]> {
  const left = await claimEvents(tx, accountId, [...new Set(events.map(({ eventKey }) => eventKey))], now);
  return events.filter(({ eventKey }) => left.delete(eventKey));
}

function add(to: BounceCounts, more: BounceCounts): void {
  for (const name of Object.keys(to) as (keyof BounceCounts)[]) to[name] += more[name];
}
