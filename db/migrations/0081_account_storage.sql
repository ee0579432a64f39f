-- Compatible: triggers count for every version.
-- What each account stores, for its limits: sums over its lists and tasks, so that a start doesn't read its whole history.
create table account_storage (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- of its lists
  items bigint not null default 0,
  -- of its lists with their files, and of the result rows
  bytes bigint not null default 0
);

create function count_list_storage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into account_storage as s (account_id, items, bytes) values (new.account_id, new.items, new.bytes)
    on conflict (account_id) do update set items = s.items + excluded.items, bytes = s.bytes + excluded.bytes;
  else
    -- The account may be gone already.
    update account_storage set items = items - old.items, bytes = bytes - old.bytes where account_id = old.account_id;
  end if;
  return null;
end $$;
create trigger count_list_storage after insert or delete on task_lists
  for each row execute function count_list_storage();

create function count_row_storage() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into account_storage as s (account_id, bytes) values (new.account_id, new.row_bytes - old.row_bytes)
    on conflict (account_id) do update set bytes = s.bytes + excluded.bytes;
  else
    update account_storage set bytes = bytes - old.row_bytes where account_id = old.account_id;
  end if;
  return null;
end $$;
create trigger count_row_storage after update of row_bytes on tasks
  for each row when (old.row_bytes is distinct from new.row_bytes) execute function count_row_storage();
create trigger count_deleted_row_storage after delete on tasks
  for each row when (old.row_bytes <> 0) execute function count_row_storage();

-- The triggers lock both tables, so that nothing is counted twice.
insert into account_storage (account_id, items, bytes)
select account_id, sum(items), sum(bytes) from (
  select account_id, items, bytes from task_lists
  union all
  select account_id, 0, row_bytes from tasks where row_bytes <> 0
) stored group by account_id;

-- The export of an account reads its tasks in pages by their ids.
create index tasks_of_account_by_id on tasks (account_id, id);
