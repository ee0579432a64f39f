-- The credit history by task: one line for each task and each export, and one for each other entry. Lines change in the
-- transaction of the ledger entry, so they always add up to the ledger.
alter table credit_entries add column export_id uuid;

create table credit_lines (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- what was paid for: a task type, or the call of a lead export; 'balance' for credits added or removed
  kind text not null,
  -- that of its first entry
  reason text not null,
  task_id uuid unique,
  export_id uuid unique,
  -- of its first entry
  started_at timestamptz not null default now(),
  -- what it changed the balance by, with refunds
  amount bigint not null default 0,
  -- what the unlimited plan covered, less refunds
  included bigint not null default 0,
  -- of both
  refunded bigint not null default 0
);
create index credit_lines_by_time on credit_lines (account_id, started_at, id);
create index credit_lines_by_kind on credit_lines (account_id, kind, started_at, id);

insert into credit_lines (account_id, kind, reason, task_id, started_at, amount, included, refunded)
select account_id, min(reason), min(reason), task_id, min(created_at),
  coalesce(sum(amount) filter (where from_balance), 0),
  coalesce(-sum(amount) filter (where not from_balance), 0),
  coalesce(sum(amount) filter (where amount > 0), 0)
from credit_entries where task_id is not null
group by account_id, task_id
order by min(id);
insert into credit_lines (account_id, kind, reason, started_at, amount, included, refunded)
select account_id, case when spent then regexp_replace(reason, '-unsent$', '') else 'balance' end, reason, created_at,
  case when from_balance then amount else 0 end,
  case when from_balance then 0 else -amount end,
  case when spent then greatest(amount, 0) else 0 end
from credit_entries where task_id is null
order by id;

-- Credits by quarter of an hour instead of UTC day. In every time zone, days begin at such a quarter.
create table credit_quarters (
  account_id uuid not null references accounts (id) on delete cascade,
  quarter timestamptz not null,
  used bigint not null default 0,
  included bigint not null default 0,
  primary key (account_id, quarter)
);
insert into credit_quarters (account_id, quarter, used, included)
select account_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00Z'),
  coalesce(-sum(amount) filter (where from_balance), 0),
  coalesce(-sum(amount) filter (where not from_balance), 0)
from credit_entries where spent group by 1, 2;
drop table credit_days;
