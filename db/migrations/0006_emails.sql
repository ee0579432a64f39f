-- The email finder: what was learned of addresses and domains, and the lists that people uploaded.

-- false: what would have to wait for minutes (greylisting) is given up, since a caller waits for the whole task
alter table tasks add column may_wait boolean not null default true;

-- The file a task was started with, for its own columns in the results; gzip in parts.
create table task_files (
  task_id uuid primary key references tasks (id) on delete cascade,
  name text not null,
  -- how its rows were read: header, and which column holds what
  reading jsonb not null
);
create table task_file_parts (
  task_id uuid not null references task_files (task_id) on delete cascade,
  part integer not null,
  content bytea not null,
  primary key (task_id, part)
);

-- Verdicts that still hold. They belong to no account.
create table email_addresses (
  address text primary key,
  status text not null check (status in ('deliverable', 'risky', 'undeliverable', 'unknown')),
  reason text not null,
  mail_host text,
  until timestamptz not null
);
create index email_addresses_by_age on email_addresses (until);

-- Domains that take mail for every mailbox, or refuse made-up ones.
create table email_domains (
  domain text primary key,
  catch_all boolean not null,
  until timestamptz not null
);

-- How addresses of a domain are formed. Each known address counts once; only its digest is kept.
create table email_patterns (
  domain text not null,
  digest text not null,
  pattern text not null,
  primary key (domain, digest)
);

-- What each worker found at its last test of outgoing port 25.
create table mail_reach (
  worker text primary key,
  port25 text not null check (port25 in ('open', 'blocked', 'undecided')),
  tested_at timestamptz not null
);
