-- Worker processes that run. Each renews its row every few seconds, and a silent one counts as ended.
create table workers (
  id uuid primary key,
  name text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- A list is filled before its task starts. Only one of "started" and "abandoned" can happen to it, and the
-- few that are not started are found by an index, among all lists that ever were.
alter table task_lists add column state text not null default 'filling'
  check (state in ('filling', 'started', 'abandoned'));
update task_lists l set state = 'started' from tasks t where t.id = l.id;
create index task_lists_unstarted on task_lists (created_at) where state <> 'started';
