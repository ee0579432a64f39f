import { sql } from 'kysely';
import { BOUNCE_RETURN_DAYS } from '#contract/bounces.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';
import { addressKeys, reportedAddress } from './address-key.ts';

const DAY_MS = 86_400_000;

/** An address in a result, with what it cost. */
export interface GivenAddress {
  address: string;
  /** we called it deliverable */
  verified: boolean;
  /** paid from the balance of the account */
  credits: number;
  /** paid from the budget of an API key, also if the plan includes them. Without a key: those that the plan includes */
  budgetCredits: number;
}

export interface GivenRecord {
  address_digest: string;
  verified: boolean;
  credits: number;
  /** whose budget paid `budget_credits` in the month of `given_at`. null: none, so the plan includes them */
  api_key_id: string | null;
  budget_credits: number;
  given_at: Date;
  outcome: 'delivered' | 'soft' | 'hard' | null;
}

/**
 * Remembers which addresses an account got, without the addresses, and the API key that paid, if one did. An address that is
 * paid for again, or verified now, can bounce again; one that the plan includes again can't. What was paid stays if the address is
 * given again for free, and while it can come back also if the plan includes it. The account's row is locked.
 */
export async function rememberGiven(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  { accountId, apiKeyId }: { accountId: string; apiKeyId: string | null },
  given: readonly GivenAddress[],
  now: Date,
): Promise<void> {
  if (given.length === 0) return;
  const keyOf = addressKeys(deps);
  const records = new Map<string, { key: string; verified: boolean; credits: number; budget: number }>();
  for (const { address, verified, credits, budgetCredits } of given) {
    const reading = reportedAddress(address);
    if (!reading) continue;
    const key = keyOf(reading.address);
    const known = records.get(key);
    records.set(key, {
      key,
      verified: verified || (known?.verified ?? false),
      credits: credits + (known?.credits ?? 0),
      budget: budgetCredits + (known?.budget ?? 0),
    });
  }
  const returnable = new Date(now.getTime() - BOUNCE_RETURN_DAYS * DAY_MS);
  const isPaid = sql`(excluded.credits > 0 or (excluded.budget_credits > 0 and excluded.api_key_id is not null))`;
  const isIncluded = sql`(excluded.budget_credits > 0 and excluded.api_key_id is null)`;
  const wasPaid = sql`(g.credits > 0 or (g.budget_credits > 0 and g.api_key_id is not null))`;
  const keepsPaid = sql`(not ${isPaid} and ${wasPaid}
    and (not ${isIncluded} or g.given_at > ${returnable}::timestamptz))`;
  await sql`
    insert into given_addresses as g
      (account_id, address_digest, verified, credits, api_key_id, budget_credits, given_at)
    select ${accountId}::uuid, r.key, r.verified, r.credits, ${apiKeyId}::uuid, r.budget, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify([...records.values()])}::text::json)
      as r (key text, verified boolean, credits integer, budget integer)
    order by r.key
    on conflict (account_id, address_digest) do update set
      verified = excluded.verified or (${keepsPaid} and g.verified),
      credits = case when ${keepsPaid} then g.credits else excluded.credits end,
      api_key_id = case when ${keepsPaid} then g.api_key_id else excluded.api_key_id end,
      budget_credits = case when ${keepsPaid} then g.budget_credits else excluded.budget_credits end,
      given_at = case when ${keepsPaid} then g.given_at else excluded.given_at end,
      outcome = case
        when excluded.credits > 0 or (not g.verified and (excluded.verified or ${isPaid})) then null
        else g.outcome
      end
    where ${isPaid} or ${isIncluded} or (excluded.verified and not g.verified)
  `.execute(tx);
}

/** Those of the addresses that the account got since a time. */
export async function findGiven(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
  since: Date,
): Promise<Map<string, GivenRecord>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('given_addresses')
    .select(['address_digest', 'verified', 'credits', 'api_key_id', 'budget_credits', 'given_at', 'outcome'])
    .where('account_id', '=', accountId)
    .where('address_digest', 'in', [...keys])
    .where('given_at', '>', since)
    .execute();
  return new Map(rows.map((row) => [row.address_digest, row]));
}

/**
 * Of up to `limit` addresses that an account got since a time: how many we verified or it paid for or its plan includes, and how many it reported
 * as hard bounces.
 */
export async function countGiven(
  tx: Tx,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<{ given: number; hard: number }> {
  const { rows } = await sql<{ given: number; hard: number }>`
    select (count(*) filter (where verified or credits > 0 or budget_credits > 0))::integer as given,
      (count(*) filter (where outcome = 'hard'))::integer as hard
    from (
      select verified, credits, budget_credits, outcome from given_addresses
      where account_id = ${accountId}::uuid and given_at > ${since}::timestamptz limit ${limit}
    ) recent
  `.execute(tx);
  return rows[0] ?? { given: 0, hard: 0 };
}

/** Notes what became of addresses, and that the credits of some came back. */
export async function storeOutcomes(
  tx: Tx,
  accountId: string,
  changes: readonly { key: string; outcome: 'delivered' | 'soft' | 'hard'; returned: boolean }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update given_addresses g
    set outcome = c.outcome,
      credits = case when c.returned then 0 else g.credits end,
      budget_credits = case when c.returned then 0 else g.budget_credits end
    from json_to_recordset(${JSON.stringify(changes)}::text::json)
      as c (key text, outcome text, returned boolean)
    where g.account_id = ${accountId}::uuid and g.address_digest = c.key
  `.execute(tx);
}

/** Forgets addresses that were given before a time, in steps. */
export function forgetGiven(db: Db, before: Date): Promise<void> {
  return deleteInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from given_addresses where ctid = any (array(
        select ctid from given_addresses where given_at <= ${before} order by given_at limit ${limit}
      ))
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
