-- Orders, entitlements, and events from the payment provider.

-- One checkout per order: a subscription, or a one-time payment for a single run. The server sets the
-- amounts.
create table orders (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  product text not null,
  mode text not null check (mode in ('subscription', 'payment')),
  quantity integer not null check (quantity > 0),
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null default 'usd',
  -- what to run once paid; compared as a whole
  params jsonb not null default '{}',
  trial_days integer not null default 0 check (trial_days >= 0),
  source text not null check (source in ('stripe', 'test')),
  status text not null default 'open'
    check (status in ('open', 'paid', 'failed', 'expired', 'duplicate', 'refunded')),
  success_url text not null,
  cancel_url text not null,
  -- the provider's IDs; null until it responds
  session_id text unique,
  session_url text,
  subscription_id text,
  payment_intent_id text unique,
  -- when the run of a one-time payment started
  run_at timestamptz,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index orders_of_account on orders (account_id, created_at desc);
create index orders_open on orders (created_at) where status = 'open';

-- Why an account is unlimited. Subscriptions follow the provider; operator grants last until an operator ends
-- them.
create table entitlements (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  source text not null check (source in ('stripe', 'test', 'operator')),
  subscription_id text unique,
  customer_id text,
  -- the provider's subscription status; 'granted' for an operator grant
  status text not null,
  has_access boolean not null,
  trial_ends_at timestamptz,
  period_ends_at timestamptz,
  cancels_at_period_end boolean not null default false,
  -- refunded or disputed: no access, regardless of the subscription
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((source = 'operator') = (subscription_id is null))
);
create index entitlements_of_account on entitlements (account_id);
create unique index entitlements_by_operator on entitlements (account_id) where source = 'operator';

-- Read by the account owner through /rest/v1: one row per account that ever had an entitlement.
create view user_payments as
  select
    a.id as account_id,
    a.email,
    bool_or(e.has_access) as has_access,
    case when bool_or(e.has_access) then 'unlimited' else 'free' end as plan,
    (array_agg(e.status order by e.has_access desc, e.updated_at desc))[1] as status,
    max(e.updated_at) as updated_at
  from entitlements e join accounts a on a.id = e.account_id
  group by a.id, a.email;

-- Events from the provider, deduplicated by ID. due_at: time of the next attempt; null once done.
create table payment_events (
  id text primary key,
  source text not null check (source in ('stripe', 'test')),
  type text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  due_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index payment_events_due on payment_events (due_at) where due_at is not null;

create table activation_codes (
  account_id uuid primary key references accounts (id) on delete cascade,
  code text not null unique,
  created_at timestamptz not null default now()
);

-- State that a provider would store, for the built-in test payments.
create table test_sessions (
  id text primary key,
  order_id uuid not null references orders (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  payment_status text not null default 'unpaid' check (payment_status in ('paid', 'unpaid', 'no_payment_required')),
  subscription_id text,
  created_at timestamptz not null
);
create table test_subscriptions (
  id text primary key,
  order_id uuid not null references orders (id) on delete cascade,
  started_at timestamptz not null,
  trial_ends_at timestamptz,
  first_payment_failed boolean not null default false,
  payment_failed_at timestamptz,
  cancels_at_period_end boolean not null default false,
  ended_at timestamptz
);

-- Every use of the admin key and of the operator's command line.
create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  address text not null,
  accepted boolean not null,
  detail text not null default ''
);
