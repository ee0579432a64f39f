-- The email finder: cached verdicts on addresses and domains, and uploaded lists.

-- false: skips waits of minutes (greylisting), because a caller is waiting for the entire task
alter table tasks add column may_wait boolean not null default true;

-- The uploaded file of a task, whose columns are repeated in the results. Gzipped in parts.
create table task_files (
  task_id uuid primary key references tasks (id) on delete cascade,
  name text not null,
  -- how it was parsed: delimiter, header and columns
  reading jsonb not null
);
create table task_file_parts (
  task_id uuid not null references task_files (task_id) on delete cascade,
  part integer not null,
  content bytea not null,
  primary key (task_id, part)
);

-- Cached verdicts, shared by all accounts.
create table email_addresses (
  address text primary key,
  status text not null check (status in ('deliverable', 'risky', 'undeliverable', 'unknown')),
  reason text not null,
  mail_host text,
  until timestamptz not null
);
create index email_addresses_by_age on email_addresses (until);

-- Whether a domain accepts every mailbox or rejects made-up ones.
create table email_domains (
  domain text primary key,
  catch_all boolean not null,
  until timestamptz not null
);

-- Address patterns of a domain. Each known address counts once; only its digest is stored.
create table email_patterns (
  domain text not null,
  digest text not null,
  pattern text not null,
  primary key (domain, digest)
);

-- Result of each worker's last test of outgoing port 25.
create table mail_reach (
  worker text primary key,
  port25 text not null check (port25 in ('open', 'blocked', 'undecided')),
  tested_at timestamptz not null
);
