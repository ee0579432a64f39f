-- People who weren't found, until a pattern of their domain is learned on the day on which their task ended.
create table email_second_tries (
  task_id uuid not null,
  position integer not null,
  domain text not null,
  settled_at timestamptz not null,
  -- what had been learned of the domain when the person was last considered
  checked integer not null default 0,
  -- a worker tries the person until then
  reserved_until timestamptz,
  reservations integer not null default 0,
  -- the second try is over, and there is no other one
  tried_at timestamptz,
  primary key (task_id, position),
  foreign key (task_id, position) references task_items (task_id, position) on delete cascade
);
create index email_second_tries_waiting on email_second_tries (domain, checked) where tried_at is null;
create index email_second_tries_by_age on email_second_tries (settled_at) where tried_at is null;

-- Domains with an address whose pattern was learned, and how many there were so far.
create table email_learned_domains (
  domain text primary key,
  learned_at timestamptz not null,
  learned integer not null
);
create index email_learned_domains_by_age on email_learned_domains (learned_at);

-- Items that a second try found after the task had ended.
alter table tasks add column found_later integer not null default 0;
