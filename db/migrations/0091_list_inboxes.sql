-- Compatible: earlier versions don't know the tables.
-- Addresses of lists that take rows from other programs, and what came in.

create table list_inboxes (
  -- in its address
  id uuid primary key,
  list_id uuid not null unique references lists (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  -- the secret that senders sign with, encrypted
  sealed text not null,
  -- the one before the last rotation, which is accepted until then
  old_sealed text,
  old_until timestamptz,
  created_at timestamptz not null
);
create index list_inboxes_by_account on list_inboxes (account_id);

create table list_messages (
  id bigint generated always as identity primary key,
  inbox_id uuid not null references list_inboxes (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  -- which the sender gave it; null for a refused one, and for one without an ID
  message_id text,
  sender text not null check (sender in ('key', 'signature')),
  at timestamptz not null,
  -- the answer to an accepted one, as JSON
  reply text,
  -- why it was refused
  error text,
  check ((reply is null) <> (error is null))
);
create unique index list_messages_by_message on list_messages (inbox_id, message_id);
create index list_messages_by_time on list_messages (inbox_id, at desc);
create index list_messages_by_account on list_messages (account_id);
