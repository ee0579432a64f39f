-- Webhooks of single start calls: they get the events of one task, and sign with keys of the account.

alter table webhook_endpoints add column task_id uuid references tasks (id) on delete cascade;
alter table webhook_endpoints alter column keys drop not null;
alter table webhook_endpoints add check ((task_id is null) = (keys is not null));
create index webhook_endpoints_of_task on webhook_endpoints (task_id) where task_id is not null;

create table webhook_start_keys (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- encrypted, as those of webhook_endpoints
  keys text not null,
  old_keys text,
  old_keys_until timestamptz,
  created_at timestamptz not null
);
