import type { Owner } from './cpu-shares.ts';

/** Slots of one kind, which owners share. */
export interface SlotRule {
  /** slots of one key */
  limit: number;
  /** slots of one key that one owner can hold, given how many of them are free now, and how many owners hold or want one */
  maxHeld(owner: Owner, free: number, owners: number): number;
}

/** An owner with this many slots leaves one free for others. */
const HELD_PER_FREE = 7;

/**
 * A rule under which an owner always leaves slots free for the next one: one alone holds 7/8 of them, two hold
 * 7/15 each. A single owner without a name can hold all of them.
 */
export function sharedRule(limit: number): SlotRule {
  return {
    limit,
    maxHeld: (owner, free) => (owner === null ? limit : Math.max(1, (free - 1) * HELD_PER_FREE)),
  };
}

/**
 * A rule under which owners hold the same number of slots at most, so that one with much work doesn't use what the others
 * leave. One alone leaves an eighth free. A single owner without a name can hold all of them.
 */
export function equalRule(limit: number): SlotRule {
  const shared = sharedRule(limit);
  return {
    limit,
    maxHeld: (owner, free, owners) =>
      owners > 1 ? Math.max(1, Math.floor(limit / owners)) : shared.maxHeld(owner, free, owners),
  };
}

/** A rule with a fixed limit for each owner, and some slots that only further owners can use. */
export function reservedRule(perOwner: number, forOthers: number): SlotRule {
  return { limit: perOwner + forOthers, maxHeld: () => perOwner };
}

/** The slots of one key. */
interface Pool {
  used: number;
  held: Map<Owner, number>;
  /** in the order of arrival for each owner */
  waiting: Map<Owner, Set<Waiter>>;
}

interface Waiter {
  owner: Owner;
  keys: readonly string[];
  /** Called with the slots taken. */
  resume(): void;
}

/**
 * Slots by kind and key. Takes several at once, so that a request never holds one while it waits for another.
 */
export interface FairSlots {
  /**
   * Waits until the owner can have a slot of each kind, one key per rule, and returns the function that frees
   * them. A free slot goes to the owner that holds the fewest. Rejects with the signal's reason if it aborts
   * first.
   */
  take(owner: Owner, keys: readonly string[], signal?: AbortSignal | null): Promise<() => void>;
  /** Whether another owner that holds fewer slots of one of the keys waits for it. */
  isWanted(owner: Owner, keys: readonly string[]): boolean;
}

/** `rules`: one for each kind of slot. The keys of a call are in the same order. */
export function createFairSlots(rules: readonly SlotRule[]): FairSlots {
  const kinds = rules.map((rule) => ({ rule, pools: new Map<string, Pool>() }));

  function slotPool(kind: number, key: string): Pool {
    const { pools } = kinds[kind]!;
    let pool = pools.get(key);
    if (!pool) {
      pool = { used: 0, held: new Map(), waiting: new Map() };
      pools.set(key, pool);
    }
    return pool;
  }

  function allows(kind: number, key: string, owner: Owner): boolean {
    const { rule, pools } = kinds[kind]!;
    const pool = pools.get(key);
    const free = rule.limit - (pool?.used ?? 0);
    const held = pool?.held.get(owner) ?? 0;
    return free > 0 && held < rule.maxHeld(owner, free, pool ? ownersOf(pool, owner) : 1);
  }

  /** How many owners hold or want a slot, with this one. */
  function ownersOf({ held, waiting }: Pool, owner: Owner): number {
    return new Set([owner, ...held.keys(), ...waiting.keys()]).size;
  }

  /** Takes all slots or none. Returns the kind that is missing, or -1. */
  function takeAll({ owner, keys }: Waiter): number {
    const missing = keys.findIndex((key, kind) => !allows(kind, key, owner));
    if (missing >= 0) return missing;
    for (const [kind, key] of keys.entries()) {
      const pool = slotPool(kind, key);
      pool.used += 1;
      pool.held.set(owner, (pool.held.get(owner) ?? 0) + 1);
    }
    return -1;
  }

  function queue(kind: number, waiter: Waiter): void {
    const { waiting } = slotPool(kind, waiter.keys[kind]!);
    const waiters = waiting.get(waiter.owner) ?? new Set();
    waiting.set(waiter.owner, waiters.add(waiter));
  }

  function unqueue(waiter: Waiter): void {
    for (const [kind, key] of waiter.keys.entries()) {
      const pool = kinds[kind]!.pools.get(key);
      const waiters = pool?.waiting.get(waiter.owner);
      if (!pool || !waiters?.delete(waiter)) continue;
      if (waiters.size === 0) pool.waiting.delete(waiter.owner);
      dropIfUnused(kind, key, pool);
    }
  }

  function free({ owner, keys }: Waiter): void {
    for (const [kind, key] of keys.entries()) {
      const pool = slotPool(kind, key);
      pool.used -= 1;
      const held = (pool.held.get(owner) ?? 1) - 1;
      if (held > 0) pool.held.set(owner, held);
      else pool.held.delete(owner);
    }
    for (const [kind, key] of keys.entries()) serve(kind, key);
  }

  /** Gives free slots to waiters. One that still misses another slot waits for that one instead. */
  function serve(kind: number, key: string): void {
    const pool = slotPool(kind, key);
    for (let owner = nextOwner(kind, key); owner !== undefined; owner = nextOwner(kind, key)) {
      const waiters = pool.waiting.get(owner)!;
      const [waiter] = waiters;
      waiters.delete(waiter!);
      // Owners that hold the same take turns: this one goes to the end.
      pool.waiting.delete(owner);
      if (waiters.size > 0) pool.waiting.set(owner, waiters);
      const missing = takeAll(waiter!);
      if (missing < 0) waiter!.resume();
      else queue(missing, waiter!);
    }
    dropIfUnused(kind, key, pool);
  }

  /** The waiting owner that can have a slot and holds the fewest. */
  function nextOwner(kind: number, key: string): Owner | undefined {
    const pool = slotPool(kind, key);
    let next: Owner | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    if (pool.used >= kinds[kind]!.rule.limit) return undefined;
    for (const owner of pool.waiting.keys()) {
      const held = pool.held.get(owner) ?? 0;
      if (held >= fewest || !allows(kind, key, owner)) continue;
      next = owner;
      fewest = held;
      if (held === 0) break;
    }
    return next;
  }

  function dropIfUnused(kind: number, key: string, pool: Pool): void {
    if (pool.used === 0 && pool.waiting.size === 0) kinds[kind]!.pools.delete(key);
  }

  return {
    async take(owner, keys, signal = null) {
      signal?.throwIfAborted();
      const waiter: Waiter = { owner, keys, resume: () => {} };
      const missing = takeAll(waiter);
      let isFree = false;
      const release = () => {
        if (isFree) return;
        isFree = true;
        free(waiter);
      };
      if (missing < 0) return release;
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          unqueue(waiter);
          reject(signal?.reason);
        };
        waiter.resume = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        signal?.addEventListener('abort', abort, { once: true });
        queue(missing, waiter);
      });
      return release;
    },
    isWanted(owner, keys) {
      return keys.some((key, kind) => {
        const pool = kinds[kind]!.pools.get(key);
        if (!pool) return false;
        const held = pool.held.get(owner) ?? 0;
        return pool.waiting.keys().some((other) => other !== owner && (pool.held.get(other) ?? 0) < held);
      });
    },
  };
}

/** At most so many pieces of work at once as the rule allows, shared fairly by their owners. */
export function createFairLimit(
  rule: SlotRule,
): (owner: Owner, signal?: AbortSignal | null) => Promise<() => void> {
  const slots = createFairSlots([rule]);
  return (owner, signal = null) => slots.take(owner, [''], signal);
}
