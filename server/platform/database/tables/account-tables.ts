import type { Generated } from 'kysely';
import type { Plan } from '#contract/account.ts';
import type { ApiScope } from '#contract/api-keys.ts';
import type { ProviderIdentity, ProviderName } from '#contract/sign-in.ts';
import type { DefaultedJson, DefaultedTime, Json } from './column-types.ts';

/** Accounts, how people sign in, and their API keys. */
export interface AccountTables {
  accounts: {
    id: Generated<string>;
    email: string;
    name: Generated<string>;
    phone: string | null;
    password_hash: string | null;
    email_confirmed_at: Date | null;
    user_metadata: DefaultedJson<Record<string, unknown>>;
    plan: Generated<Plan>;
    is_trial: Generated<boolean>;
    has_payment_method: Generated<boolean>;
    balance: number;
    credits_used: Generated<number>;
    credits_included: Generated<number>;
    monthly_exports: Generated<number>;
    last_reset_at: DefaultedTime;
    last_sign_in_at: Date | null;
    disabled_at: Date | null;
    withheld_credits: Generated<number>;
    mail_long_tasks: Generated<boolean>;
    payment_due_at: 'stripe' | 'test' | null;
    password_ended_at: Date | null;
    trial_mail_at: Date | null;
    created_at: DefaultedTime;
    updated_at: DefaultedTime;
  };
  sessions: {
    id: Generated<string>;
    account_id: string;
    refresh_counter: Generated<number>;
    recent_rotations: DefaultedJson<{ counter: number; at: number }[]>;
    created_at: DefaultedTime;
    refreshed_at: DefaultedTime;
    method: Generated<'password' | 'otp' | 'oauth'>;
    provider: ProviderName | null;
    user_agent: string | null;
    address: string | null;
    second_factor: Generated<boolean>;
  };
  identities: {
    id: Generated<string>;
    account_id: string;
    provider: ProviderName;
    issuer: string;
    subject: string;
    email: string | null;
    created_at: Date;
  };
  openid_flows: {
    state_hash: string;
    browser_hash: string;
    provider: ProviderName;
    intent: 'sign-in' | 'sign-up' | 'connect';
    account_id: string | null;
    redirect_uri: string;
    expires_at: Date;
  };
  second_factors: {
    account_id: string;
    secret: string;
    last_step: Generated<number>;
    created_at: Date;
    enabled_at: Date | null;
  };
  recovery_codes: { account_id: string; code_hash: string };
  second_factor_tickets: {
    ticket_hash: string;
    account_id: string;
    method: 'password' | 'otp' | 'oauth';
    provider: ProviderName | null;
    identity: Json<ProviderIdentity> | null;
    attempts: Generated<number>;
    expires_at: Date;
  };
  one_time_tokens: {
    id: Generated<string>;
    purpose: 'recovery' | 'sign-in' | 'confirmation' | 'email-change';
    email: string;
    account_id: string | null;
    user_metadata: DefaultedJson<Record<string, unknown>>;
    link_hash: string | null;
    code_hash: string;
    attempts: Generated<number>;
    session_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  former_emails: { email_hash: string; left_at: Date };
  trial_claims: {
    kind: 'credits' | 'trial' | 'card';
    key_hash: string;
    holder_hash: string;
    claimed_at: Date;
  };
  due_mails: { id: Generated<number>; account_id: string; job: Json<Record<string, unknown>> };
  known_browsers: { account_id: string; browser: string; last_used_at: Date };
  known_addresses: { account_id: string; address: string; last_used_at: Date };
  rate_limits: { bucket: string; used: number; resets_at: Date };
  api_keys: {
    id: Generated<string>;
    account_id: string;
    name: string;
    key_hash: string;
    prefix: string;
    scopes: ApiScope[];
    monthly_budget: number | null;
    spent: Generated<number>;
    spent_month: string;
    created_at: Date;
    expires_at: Date | null;
    last_used_at: Date | null;
    revoked_at: Date | null;
    secret_expires_at: Date | null;
  };
  oauth_clients: {
    id: string;
    name: string;
    redirect_uris: string[];
    created_at: Date;
    used_at: Date | null;
  };
  oauth_codes: {
    code_hash: string;
    account_id: string;
    client_id: string;
    redirect_uri: string;
    challenge: string;
    key_name: string;
    scopes: ApiScope[];
    monthly_budget: number;
    key_expires_at: Date;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    api_key_id: string | null;
  };
  oauth_grants: {
    api_key_id: string;
    account_id: string;
    client_id: string;
    family_hash: string;
    refresh_hash: string;
    created_at: Date;
  };
}
