-- Webhooks: addresses of an account that get its events, the events, and the log of their deliveries.

create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  url text not null,
  events text[] not null,
  -- the signing keys, encrypted
  keys text not null,
  -- those before the last rotation, which sign beside the new ones until then
  old_keys text,
  old_keys_until timestamptz,
  -- since when every delivery fails
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('user', 'gone', 'failing', 'access')),
  created_at timestamptz not null,
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhook_endpoints_of_account on webhook_endpoints (account_id, created_at desc);

create table webhook_events (
  -- sent as webhook-id
  id text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  type text not null,
  -- JSON, as text, so that every try sends the same bytes
  data text not null,
  -- of the page about it
  path text not null,
  created_at timestamptz not null
);
create index webhook_events_of_account on webhook_events (account_id);
create index webhook_events_by_time on webhook_events (created_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  event_id text not null references webhook_events (id) on delete cascade,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- since it was last asked for
  tries integer not null default 0,
  -- when to queue it; while it is queued, when to queue it again in case its job was lost
  next_at timestamptz not null,
  -- a try is in the queue
  queued boolean not null default false,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_of_account on webhook_deliveries (account_id);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);

create table webhook_tries (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  at timestamptz not null,
  ms integer not null,
  -- null: there was no response
  status integer,
  -- why there was none
  problem text,
  -- the beginning of the response
  response text not null default ''
);
create index webhook_tries_of_delivery on webhook_tries (delivery_id, id);
