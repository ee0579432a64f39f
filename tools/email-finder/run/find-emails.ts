import { ADDRESS_FAULT_LABELS } from '#engines/email-address/email-address.ts';
import { streamResults } from '../../list-tool/stream-results.ts';
import { createTaskGroup } from '../../list-tool/task-group.ts';
import type { ToolItem, ToolOutcome } from '../../tool.ts';
import type { EmailRow } from '../definition.ts';
import type { EmailRequest, RequestReading } from '../engine/email-request.ts';
import { unverifiedRow } from '../engine/row.ts';
import { DomainContext, type DomainSources } from './domain-context.ts';
import { type EmailLookup, readLookups } from './email-lookup.ts';
import type { MemoryUpdate } from './email-memory.ts';
import { createHostScheduler, type HostSchedulerOptions, type ServerTurn } from './host-scheduler.ts';
import { type LookupOptions, lookUp } from './look-up.ts';
import type { LookupResult } from './resolve-lookup.ts';
import { SecondTry } from './second-try.ts';

export interface FindOptions extends DomainSources, HostSchedulerOptions, LookupOptions {
  /** Called with true when every open lookup waits for a retry, and with false when work goes on. */
  onIdle: (idle: boolean) => void;
}

type Outcome = ToolOutcome<EmailRow>;

/** Domains that load their DNS, memory and opt-outs at once. */
const DOMAINS_AT_ONCE = 64;
/** Outcomes that the caller has not taken yet. */
const MAX_READY = 500;

/**
 * Finds the addresses of a run: yields one outcome per item, in any order. What happens to one person is in
 * look-up.ts; when it happens is up to host-scheduler.ts. Throws when the memory or the opt-out list fails.
 * Ends soon when the signal aborts.
 */
export async function* findEmails(
  items: readonly ToolItem[],
  options: FindOptions,
  signal: AbortSignal,
): AsyncGenerator<Outcome, void, undefined> {
  const { byDomain, invalid } = readLookups(items);
  for (const { position, reading } of invalid) yield toOutcome(position, invalidRow(reading), false);

  yield* streamResults<Outcome>(MAX_READY, signal, async (outcomes, stopped) => {
    const tasks = createTaskGroup(options.onIdle);
    const secondTries = new WeakMap<DomainContext, SecondTry>();
    const scheduler = createHostScheduler(options, tasks, proceed, stopped);

    /** Runs a lookup as far as it gets. Returns false if it waits for a turn at the mail server. */
    async function proceed(lookup: EmailLookup, domain: DomainContext, turn: ServerTurn | null) {
      const result = await lookUp(lookup, domain, turn, options, stopped);
      if (result) await finish(lookup, domain, result);
      return result !== null;
    }

    /** Publishes a result, unless its person may get a second try. */
    async function finish(lookup: EmailLookup, domain: DomainContext, result: LookupResult): Promise<void> {
      const tries = secondTries.get(domain);
      if (tries?.holds(lookup, result)) await options.memory.remember(memoryUpdates(domain, result));
      else await publish(lookup, domain, result);
      const { again = [], ready = [] } = tries?.take() ?? {};
      for (const held of ready) await publish(held.lookup, domain, { ...held.result, updates: [] });
      scheduler.add(domain, again);
    }

    async function publish(lookup: EmailLookup, domain: DomainContext, result: LookupResult) {
      const { row } = result;
      const all = memoryUpdates(domain, result);
      // Saved before the row is out, so that a run that stops now does not query the server twice.
      if (all.length > 0) await options.memory.remember(all);
      await outcomes.room();
      if (stopped.aborted) return;
      // What a second try finds is free.
      const billable = !lookup.tried && isBillable(row, lookup.request.kind);
      for (const [index, position] of lookup.positions.entries())
        outcomes.push(toOutcome(position, row, billable && index === 0));
    }

    async function startDomain(name: string, lookups: readonly EmailLookup[]): Promise<void> {
      const domain = await DomainContext.load(name, lookups, options);
      secondTries.set(domain, new SecondTry(domain, lookups.length));
      const waiting: EmailLookup[] = [];
      for (const lookup of lookups) {
        if (stopped.aborted) return;
        if (!(await proceed(lookup, domain, null))) waiting.push(lookup);
      }
      scheduler.add(domain, waiting);
    }

    const domains = byDomain.entries();
    async function startDomains(): Promise<void> {
      for (const [name, lookups] of domains) {
        if (stopped.aborted) return;
        await startDomain(name, lookups);
      }
    }
    for (let count = 0; count < Math.min(DOMAINS_AT_ONCE, byDomain.size); count += 1)
      tasks.start(startDomains);
    await tasks.finished();
  });
}

function memoryUpdates(domain: DomainContext, { updates }: LookupResult): MemoryUpdate[] {
  return [...updates, ...catchAllUpdates(domain)];
}

function catchAllUpdates({ name, catchAll }: DomainContext): MemoryUpdate[] {
  const acceptsAll = catchAll.takeNewResult();
  return acceptsAll === null ? [] : [{ kind: 'domain', domain: name, catchAll: acceptsAll }];
}

const NO_EMAIL = 'This row has no email';
const NO_DOMAIN = 'This row has no domain';

/** An invalid domain or address is free: no server got a query. */
function invalidRow(reading: Extract<RequestReading, { ok: false }>): EmailRow {
  const { written } = reading;
  if (reading.fault !== 'not-a-domain') {
    const explanation = reading.fault === 'empty' ? NO_EMAIL : ADDRESS_FAULT_LABELS[reading.fault];
    return unverifiedRow(written, 'not-an-address', { explanation });
  }
  const isEmpty = 'domain' in written && written.domain.trim() === '';
  const explanation = isEmpty
    ? NO_DOMAIN
    : reading.site && `This is a page on ${reading.site}, not the company's own domain`;
  return unverifiedRow(written, 'not-a-domain', explanation ? { explanation } : {});
}

/** What the mail server, or an outside verifier, says about a mailbox. The DNS of a domain is free. */
const DEFINITE: ReadonlySet<EmailRow['reason']> = new Set(['mailbox-missing', 'mailbox-disabled']);

/**
 * Finding an email is charged if there is one, deliverable or risky. Verifying one is charged for a definite
 * answer about the mailbox (docs/deviations.md 11).
 */
function isBillable({ status, reason }: EmailRow, kind: EmailRequest['kind']): boolean {
  if (status === 'deliverable' || status === 'risky') return true;
  return kind === 'address' && status === 'undeliverable' && DEFINITE.has(reason);
}

/** What another try can't change: bad input, and people and companies that we don't look up. */
const FINAL: ReadonlySet<EmailRow['reason']> = new Set([
  'not-an-address',
  'not-a-domain',
  'no-name',
  'personal-provider',
  'opted-out',
]);

function toOutcome(position: number, row: EmailRow, billable: boolean): Outcome {
  return {
    position,
    row,
    found: row.verified_email !== null,
    failed: row.status === 'unknown',
    final: FINAL.has(row.reason),
    billable,
    outcome: row.status,
  };
}
