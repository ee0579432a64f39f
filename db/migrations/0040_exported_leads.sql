-- The leads that each account paid for in the last 12 months, as blocks of keys. A row for each lead in
-- charged_items took longer to write than the export itself.
create table exported_leads (
  -- grows with each block of an account, so that an export reads only blocks that it hasn't seen
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  lead_database text not null,
  fresh_until timestamptz not null,
  -- 8 bytes each: lw_key of the lead tables, with the lowest byte first
  keys bytea not null check (octet_length(keys) % 8 = 0)
);
create index exported_leads_by_account on exported_leads (account_id, lead_database, id);
create index exported_leads_by_age on exported_leads (fresh_until);
-- Hashes can't be compressed.
alter table exported_leads alter column keys set storage external;

insert into exported_leads (account_id, lead_database, fresh_until, keys)
select account_id, kind, fresh_until, string_agg(
  -- int8send writes the highest byte first.
  (select string_agg(substr(bytes, 9 - place, 1), ''::bytea order by place) from generate_series(1, 8) place),
  ''::bytea
)
from (
  select account_id, kind, fresh_until,
    int8send((digest::numeric - case when digest::numeric >= 9223372036854775808 then 18446744073709551616 else 0 end)::bigint) as bytes,
    (row_number() over (partition by account_id, kind, fresh_until) - 1) / 50000 as block
  from charged_items
  where kind in ('leadrocks', 'apollo', 'sales_navigator') and digest ~ '^[0-9]{1,20}$'
) items
group by account_id, kind, fresh_until, block
order by min(block);
delete from charged_items where kind in ('leadrocks', 'apollo', 'sales_navigator');
