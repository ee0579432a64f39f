-- What each account paid for, so that it gets the same item again for free while the answer is fresh.
create table charged_items (
  account_id uuid not null references accounts (id) on delete cascade,
  -- a task type
  kind text not null,
  -- a digest of the item's key (engines/list-items)
  digest text not null,
  fresh_until timestamptz not null,
  primary key (account_id, kind, digest)
);
create index charged_items_by_age on charged_items (fresh_until);

-- spent: a charge or its refund; the others grant credits or take them away
alter table credit_entries add column spent boolean not null default false;
update credit_entries set spent = true
where task_id is not null or reason like '%-lead-export' or reason like '%-lead-export-unsent';

-- balance + credits_used is what the account was granted. credits_included would have been charged without
-- the unlimited plan.
alter table accounts
  add column credits_used bigint not null default 0,
  add column credits_included bigint not null default 0;
update accounts a set credits_used = e.used, credits_included = e.included
from (
  select account_id,
    coalesce(-sum(amount) filter (where from_balance), 0) as used,
    coalesce(-sum(amount) filter (where not from_balance), 0) as included
  from credit_entries where spent group by account_id
) e
where e.account_id = a.id;

-- of sample leads: nothing was charged, and nothing is refunded
alter table lead_exports add column free boolean not null default false;

alter table tasks
  add column credits_included integer not null default 0,
  -- items that the account had paid for before
  add column free_repeats integer not null default 0;
update tasks t set credits_included = e.included, credits_used = t.credits_used - e.included
from (
  select task_id, -sum(amount) as included from credit_entries
  where task_id is not null and not from_balance group by task_id
) e
where e.task_id = t.id;
update task_items i set charge = 0
from credit_entries e
where e.task_id = i.task_id and e.item_position = i.position and not e.from_balance;
