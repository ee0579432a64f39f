import { setTimeout as sleep } from 'node:timers/promises';
import { classifyReply, type ReplyMeaning } from '#engines/mail-replies/classify-reply.ts';
import type { Owner } from '#net/cpu-shares.ts';
import { createPoliteness, type TurnRequest } from '#net/politeness.ts';
import { type MailHost, oneOfEachFamily } from '../mail-hosts.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { SmtpConnection } from './smtp-connection.ts';
import { createSmtpDial, type SmtpDialOptions } from './smtp-dial.ts';
import { SmtpFault } from './smtp-fault.ts';
import { type SmtpIdentity, type SmtpPatience, type SmtpSession, startSession } from './smtp-session.ts';
import { createTokenBuckets, type TokenRate } from './token-bucket.ts';

export interface MailServersOptions extends SmtpDialOptions, SmtpIdentity {
  /** maximum connections over all servers; one owner always leaves some free */
  connections?: number;
  /** recipients per server; by default a burst of fifty, then ten per second */
  rate?: TokenRate;
  now?: () => number;
}

/**
 * Opens sessions with mail servers. Limits each server to two connections and a rate, and pauses after a
 * refusal.
 */
export interface MailServers {
  /**
   * Opens a session with the first host that accepts one. Waits for a free connection. Throws the SmtpFault
   * of the best host that replied, else of the last one, or the signal's reason if it aborts. `owner`: null,
   * the default, if there are no other owners.
   */
  open(
    hosts: readonly MailHost[],
    patience: SmtpPatience,
    signal: AbortSignal,
    owner?: Owner,
  ): Promise<SmtpSession>;
  /** Closes every connection immediately. */
  close(): Promise<void>;
}

/** Timeouts for tasks with many rows, and for a person who waits for a single address. */
export const BATCH_PATIENCE: SmtpPatience = { connectMs: 10_000, greetingMs: 45_000, commandMs: 30_000 };
export const SINGLE_PATIENCE: SmtpPatience = { connectMs: 5_000, greetingMs: 10_000, commandMs: 10_000 };

const CONNECTIONS = 200;
const CONNECTIONS_PER_HOST = 2;
/** A session whose host another owner waits for ends after this many recipients. */
const RECIPIENTS_BEFORE_OTHERS = 4;
/** Hosts tried per domain, best first. */
const HOSTS_TRIED = 3;
/** Addresses tried per host. */
const ADDRESSES_TRIED = 2;
const RATE: TokenRate = { perSecond: 10, burst: 50 };
/** Pause after a fault. Shorter than the first greylisting retry, so that the retry reaches the server. */
const PAUSE_MS: Partial<Record<ReplyMeaning, number>> = { 'rate-limit': 45_000, 'block-list': 900_000 };
const UNREACHABLE_PAUSE_MS = 45_000;

export function createMailServers(options: MailServersOptions): MailServers {
  const now = options.now ?? Date.now;
  const dial = createSmtpDial(options);
  const turns = createPoliteness({
    total: options.connections ?? CONNECTIONS,
    perDomain: CONNECTIONS_PER_HOST,
    perAddress: CONNECTIONS_PER_HOST,
    // Servers refuse further connections, so owners take turns instead.
    forOthers: 0,
  });
  const buckets = createTokenBuckets(options.rate ?? RATE, now);
  /** hosts that refused us or were silent */
  const breaker = createCircuitBreaker<SmtpFault>(now);
  /** Addresses without a connection. Another address of their host may have one. */
  const unreachable = createCircuitBreaker<SmtpFault>(now);
  const connections = new Set<SmtpConnection>();
  const connectionCounts = new Map<string, number>();

  function noteFault(host: string, fault: SmtpFault, { greetingMs }: SmtpPatience): void {
    const { meaning } = fault;
    const silent = fault.kind === 'timeout' && fault.phase === 'connect';
    const pause = meaning ? PAUSE_MS[meaning] : silent ? UNREACHABLE_PAUSE_MS : undefined;
    fault.crowded =
      meaning === 'rate-limit' && fault.phase === 'connect' && (connectionCounts.get(host) ?? 0) > 1;
    if (pause !== undefined && !fault.crowded)
      breaker.open(host, fault, pause, silent ? greetingMs : undefined);
  }

  async function connect(
    turn: TurnRequest & { signal: AbortSignal },
    patience: SmtpPatience,
    encrypt: boolean,
  ): Promise<SmtpSession> {
    const { domain: host, address, signal } = turn;
    const release = await turns.turn(turn);
    connectionCounts.set(host, (connectionCounts.get(host) ?? 0) + 1);
    const disconnect = () => {
      const left = (connectionCounts.get(host) ?? 1) - 1;
      if (left > 0) connectionCounts.set(host, left);
      else connectionCounts.delete(host);
      release();
    };
    let connection: SmtpConnection;
    try {
      // Another connection may have been refused during the wait.
      const known =
        breaker.check(host, patience.greetingMs) ?? unreachable.check(address, patience.connectMs);
      if (known) throw known;
      connection = new SmtpConnection(await dial(address, patience.connectMs, signal));
    } catch (error) {
      disconnect();
      // A dial that we stopped says nothing about the address.
      signal.throwIfAborted();
      if (
        error instanceof SmtpFault &&
        error.kind === 'unreachable' &&
        !unreachable.check(address, patience.connectMs)
      )
        unreachable.open(address, error, UNREACHABLE_PAUSE_MS, patience.connectMs);
      throw error;
    }
    const abort = () => connection.destroy();
    connections.add(connection);
    signal.addEventListener('abort', abort, { once: true });
    void connection.closed.then(() => {
      signal.removeEventListener('abort', abort);
      connections.delete(connection);
      disconnect();
    });
    try {
      signal.throwIfAborted();
      return shared(await startSession(connection, host, options, patience, encrypt), turn, patience);
    } catch (error) {
      if (error instanceof SmtpFault) noteFault(host, error, patience);
      await connection.quit();
      throw error;
    }
  }

  /**
   * Limits a session to the host's rate, reports its refusals to the circuit breaker, and ends it soon if
   * another owner waits for the host.
   */
  function shared(
    session: SmtpSession,
    turn: TurnRequest & { signal: AbortSignal },
    patience: SmtpPatience,
  ): SmtpSession {
    const { host } = session;
    const { signal } = turn;
    let recipients = 0;
    return {
      host,
      international: session.international,
      get exhausted() {
        return session.exhausted || (recipients >= RECIPIENTS_BEFORE_OTHERS && turns.isWanted(turn));
      },
      async recipient(address, fresh) {
        const wait = buckets.take(host);
        if (wait > 0) await sleep(wait, null, { signal });
        recipients += 1;
        const answer = await session.recipient(address, fresh).catch((error: unknown) => {
          if (error instanceof SmtpFault && error.phase === 'rset') noteFault(host, error, patience);
          throw error;
        });
        const meaning = classifyReply(answer.reply, answer.phase, address);
        if (meaning === 'rate-limit' || meaning === 'block-list')
          noteFault(host, new SmtpFault('refused', answer.phase, answer.reply, address), patience);
        return answer;
      },
      quit: () => session.quit(),
    };
  }

  async function reach(
    host: MailHost,
    patience: SmtpPatience,
    signal: AbortSignal,
    owner: Owner,
  ): Promise<SmtpSession> {
    let fault = new SmtpFault('unreachable');
    for (const address of chooseAddresses(host.addresses)) {
      const known = unreachable.check(address, patience.connectMs);
      if (known) {
        fault = known;
        continue;
      }
      const turn = { owner, domain: host.name, address, spacingMs: 0, signal };
      try {
        return await connect(turn, patience, true);
      } catch (error) {
        if (!(error instanceof SmtpFault)) throw error;
        fault = error;
      }
      if (fault.kind === 'tls') return connect(turn, patience, false);
      if (fault.kind !== 'unreachable') break;
    }
    throw fault;
  }

  return {
    async open(hosts, patience, signal, owner = null) {
      let bestFault: SmtpFault | null = null;
      for (const host of hosts.slice(0, HOSTS_TRIED)) {
        signal.throwIfAborted();
        try {
          const known = breaker.check(host.name, patience.greetingMs);
          if (known) throw known;
          return await reach(host, patience, signal, owner);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof SmtpFault)) throw error;
          // A server's reply is more informative than a failed connection.
          if (bestFault?.kind !== 'refused') bestFault = error;
          if (error.meaning === 'block-list') break;
        }
      }
      throw bestFault ?? new SmtpFault('unreachable');
    },
    async close() {
      await Promise.all(
        [...connections].map((connection) => {
          connection.destroy();
          return connection.closed;
        }),
      );
    },
  };
}

/** The first address of each family, or the first two of a single family. */
function chooseAddresses(addresses: readonly string[]): string[] {
  const families = oneOfEachFamily(addresses);
  return families.length > 1 ? families : addresses.slice(0, ADDRESSES_TRIED);
}
