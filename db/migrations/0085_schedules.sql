-- Compatible: earlier versions don't know the tables.
-- Schedules: work that repeats, its runs, and what each run found new, gone or changed.

create table schedules (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  -- JSON: what is run
  work jsonb not null,
  -- the list that it works or fills; it can be gone, and then the schedule pauses
  list_id uuid,
  -- the most that a run may cost, in credits
  cap integer not null check (cap > 0),
  every text not null check (every in ('day', 'week', 'month')),
  -- of the week, from Monday 1 to Sunday 7, or of the month; not for every day
  day integer,
  hour integer not null check (hour between 0 and 23),
  time_zone text not null,
  mails boolean not null,
  -- the API key that made it, whose budget pays
  api_key_id uuid,
  next_at timestamptz not null,
  paused_at timestamptz,
  -- why it paused by itself, as a sentence; null: its owner paused it
  paused_reason text,
  created_at timestamptz not null
);
create index schedules_of_account on schedules (account_id, created_at desc);
create index schedules_due on schedules (next_at) where paused_at is null;

create table schedule_runs (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  schedule_id uuid not null references schedules (id) on delete cascade,
  -- starting: its work may have started already; starting it again finds it by its key
  state text not null default 'starting' check (state in ('starting', 'running', 'done', 'skipped', 'failed')),
  -- what works: a task, or leads that are being saved
  task_id uuid,
  save_id uuid,
  -- the list that its changes are about, if not its task
  list_id uuid,
  added integer not null default 0,
  gone integer not null default 0,
  changed integer not null default 0,
  -- it is the first one: there was nothing to compare with
  first boolean not null default false,
  -- the run that it was compared with
  before_id uuid,
  -- the names of the values in prints, in order
  fields text[] not null default '{}',
  spent integer not null default 0,
  -- why it was skipped, failed or stopped early, as a sentence
  problem text,
  started_at timestamptz not null,
  -- when another process may start it
  retry_at timestamptz not null,
  ended_at timestamptz
);
create index schedule_runs_of_schedule on schedule_runs (schedule_id, started_at desc, id);
create index schedule_runs_of_account on schedule_runs (account_id);
-- A schedule has one run at a time.
create unique index schedule_runs_open on schedule_runs (schedule_id) where state in ('starting', 'running');

-- What a run saw: short prints of values, not the values. Some items in each row.
create table schedule_prints (
  run_id uuid not null references schedule_runs (id) on delete cascade,
  part integer not null,
  -- JSON: [item, place of its values, prints][]
  items jsonb not null,
  primary key (run_id, part)
);

-- Where the values of a change are: a row of the list, or an item of the task of the run, and before it.
create table schedule_changes (
  run_id uuid not null references schedule_runs (id) on delete cascade,
  position integer not null,
  kind text not null check (kind in ('added', 'gone', 'changed')),
  place bigint,
  before_place bigint,
  -- the names of the values that changed
  fields text[] not null default '{}',
  primary key (run_id, position)
);
