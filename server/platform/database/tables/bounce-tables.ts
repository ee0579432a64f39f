import type { Generated } from 'kysely';

/** Addresses that accounts got, what they reported about them, and where reports arrive. */
export interface BounceTables {
  given_addresses: {
    account_id: string;
    address_digest: string;
    verified: boolean;
    credits: Generated<number>;
    /** whose budget paid. null: none, so the plan includes `budget_credits` */
    api_key_id: string | null;
    budget_credits: Generated<number>;
    given_at: Date;
    outcome: 'delivered' | 'soft' | 'hard' | null;
  };
  bounced_addresses: { address_digest: string; kind: 'hard' | 'soft'; until: Date };
  bounce_domains: { domain: string; sent: number; bounced: number; updated_at: Date };
  bounce_events: { account_id: string; event_digest: string; at: Date };
  bounce_days: {
    account_id: string;
    /** YYYY-MM-DD */
    day: string;
    hard: Generated<number>;
    soft: Generated<number>;
    policy: Generated<number>;
    complaint: Generated<number>;
    other: Generated<number>;
    delivered: Generated<number>;
    uncounted: Generated<number>;
    returned: Generated<number>;
  };
  bounce_inboxes: {
    account_id: string;
    token_hash: string;
    token: string;
    keys: string | null;
    created_at: Date;
  };
}
