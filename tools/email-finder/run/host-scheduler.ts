import type { Owner } from '#net/cpu-shares.ts';
import type { TaskGroup } from '../../list-tool/task-group.ts';
import type { MailServers } from '../net/smtp/mail-servers.ts';
import type { SmtpPatience } from '../net/smtp/smtp-session.ts';
import type { DomainContext } from './domain-context.ts';
import { DomainQueue } from './domain-queue.ts';
import type { EmailLookup } from './email-lookup.ts';
import type { ServerAnswer } from './query-servers.ts';
import { SmtpClient } from './smtp-client.ts';

/** A lookup's turn at the mail server of its domain. */
export interface ServerTurn {
  /**
   * Runs the lookup's queries. Null: the lookup is postponed and gets another turn. Rejects when the signal
   * aborts.
   */
  query(run: (client: SmtpClient) => Promise<ServerAnswer>): Promise<ServerAnswer | null>;
}

export interface HostSchedulerOptions {
  servers: MailServers;
  patience: SmtpPatience;
  /** whose run it is (tools/tool.ts) */
  owner: Owner;
  /** waits before each retry round, in ms; without any, nothing is postponed */
  greylistRetryMs: readonly number[];
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Decides when each lookup gets its turn at a mail server. */
export interface HostScheduler {
  /** Gives each of these lookups of one domain its turn. Call it again only with lookups that are done. */
  add(domain: DomainContext, lookups: readonly EmailLookup[]): void;
}

/** A mail host and the domains that use it. */
interface Host {
  /** domains without a connection, first come first served */
  waiting: DomainQueue[];
  /** domains with a connection */
  active: Set<DomainQueue>;
  connections: number;
  maxConnections: number;
}

const CONNECTIONS_PER_HOST = 2;

/**
 * The rules:
 * - The domains of one mail host share two connections. A connection works on one domain until no lookup is
 *   left, then on the next one. The second connection joins a domain only if more than 20 lookups are left.
 * - A host that refuses the second connection keeps one.
 * - When a server says "later" (greylisting, rate limits), the lookup is postponed. Once the other lookups of
 *   the domain are done, all postponed ones get another round after a wait.
 * - A domain that cannot open a session, or loses two, gets no more queries in that round (domain-queue.ts).
 *
 * It works inside `tasks`, which is idle while every open domain waits for its next round. `takeTurn` handles
 * one lookup.
 */
export function createHostScheduler(
  { servers, patience, owner, greylistRetryMs, pause }: HostSchedulerOptions,
  tasks: TaskGroup,
  takeTurn: (lookup: EmailLookup, domain: DomainContext, turn: ServerTurn) => Promise<unknown>,
  signal: AbortSignal,
): HostScheduler {
  const hosts = new Map<string, Host>();

  function openConnections(host: Host): void {
    while (!signal.aborted && host.connections < host.maxConnections && hasWork(host)) {
      host.connections += 1;
      tasks.start(() => runConnection(host));
    }
  }

  async function runConnection(host: Host): Promise<void> {
    const client = new SmtpClient(servers, patience, signal, owner);
    try {
      for (let queue = joinDomain(host); queue; queue = joinDomain(host)) {
        const isCrowded = await workDomain(host, queue, client).finally(() => leaveDomain(host, queue));
        const retry = queue.endRound();
        if (retry !== null) tasks.start(() => retryLater(host, queue, retry));
        if (isCrowded) break;
      }
    } finally {
      host.connections -= 1;
      // Not awaited: the next connection waits in net/smtp until this one has closed.
      void client.close();
      openConnections(host);
    }
  }

  /** Returns true if the host refuses this connection because we have another one open. */
  async function workDomain(host: Host, queue: DomainQueue, client: SmtpClient): Promise<boolean> {
    for (const lookup of queue.take()) {
      let isCrowded = false;
      const turn: ServerTurn = {
        async query(run) {
          if (queue.gaveUp) return queue.gaveUp;
          const answer = await run(client);
          signal.throwIfAborted();
          isCrowded = host.connections > 1 && refusesSecondConnection(answer);
          if (isCrowded) queue.putBack(lookup);
          return isCrowded || queue.postpones(lookup, answer) ? null : answer;
        },
      };
      await takeTurn(lookup, queue.domain, turn);
      signal.throwIfAborted();
      if (!isCrowded) continue;
      host.maxConnections = 1;
      return true;
    }
    return false;
  }

  async function retryLater(host: Host, queue: DomainQueue, retry: number): Promise<void> {
    await tasks.pause(pause(greylistRetryMs[retry] ?? 0, signal));
    queue.startRound();
    host.waiting.push(queue);
    openConnections(host);
  }

  return {
    add(domain, lookups) {
      const [best] = domain.hosts;
      if (!best || lookups.length === 0) return;
      const host = hosts.get(best.name) ?? newHost();
      hosts.set(best.name, host);
      host.waiting.push(new DomainQueue(domain, lookups, greylistRetryMs.length));
      openConnections(host);
    },
  };
}

function newHost(): Host {
  return { waiting: [], active: new Set(), connections: 0, maxConnections: CONNECTIONS_PER_HOST };
}

function hasWork({ waiting, active }: Host): boolean {
  return waiting.length > 0 || active.values().some(({ wantsConnection }) => wantsConnection);
}

/** Picks the domain that a connection works on next; null if no domain needs it. */
function joinDomain({ waiting, active }: Host): DomainQueue | null {
  const queue = active.values().find(({ wantsConnection }) => wantsConnection) ?? waiting.shift();
  if (!queue) return null;
  queue.connections += 1;
  active.add(queue);
  return queue;
}

function leaveDomain({ waiting, active }: Host, queue: DomainQueue): void {
  queue.connections -= 1;
  if (queue.connections > 0) return;
  active.delete(queue);
  if (!queue.isEmpty) waiting.unshift(queue);
}

function refusesSecondConnection({ problem }: ServerAnswer): boolean {
  return problem?.kind === 'lost-session' && problem.fault.crowded;
}
