-- Counters of each account by UTC day, for the dashboard: it reads a few rows instead of the whole ledger. They
-- change in the transaction of what they count, and stay when tasks or their rows are deleted.

-- used: spent ledger entries that changed the balance, less refunds; included: those that the plan covered.
create table credit_days (
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null,
  used bigint not null default 0,
  included bigint not null default 0,
  primary key (account_id, day)
);
insert into credit_days (account_id, day, used, included)
select account_id, (created_at at time zone 'utc')::date,
  coalesce(-sum(amount) filter (where from_balance), 0),
  coalesce(-sum(amount) filter (where not from_balance), 0)
from credit_entries where spent group by 1, 2;

-- Settled items by the type of their task, and the contacts in their rows.
create table task_days (
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null,
  type text not null,
  processed bigint not null default 0,
  found bigint not null default 0,
  failed bigint not null default 0,
  emails bigint not null default 0,
  phones bigint not null default 0,
  people bigint not null default 0,
  primary key (account_id, day, type)
);
-- Earlier tasks count on the day they ended.
insert into task_days (account_id, day, type, processed, found, failed, emails)
select account_id, (coalesce(finished_at, started_at, created_at) at time zone 'utc')::date, type,
  sum(processed), sum(found), sum(failed),
  sum(case when type = 'csv-extraction' then found else 0 end)
from tasks where processed > 0 group by 1, 2, 3;
update task_days d set emails = contacts.emails, phones = contacts.phones
from (
  select t.account_id, (coalesce(t.finished_at, t.started_at, t.created_at) at time zone 'utc')::date as day,
    sum(jsonb_array_length(case when jsonb_typeof(i.row -> 'emails') = 'array' then i.row -> 'emails' else '[]' end)) as emails,
    sum(jsonb_array_length(case when jsonb_typeof(i.row -> 'phones') = 'array' then i.row -> 'phones' else '[]' end)) as phones
  from tasks t join task_items i on i.task_id = t.id
  where t.type = 'website-extraction' and i.status = 'settled'
  group by 1, 2
) contacts
where d.account_id = contacts.account_id and d.day = contacts.day and d.type = 'website-extraction';
