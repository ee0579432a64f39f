-- Mails about an account, written in the transaction that caused them. The mail worker queues them.
create table due_mails (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  job jsonb not null
);
create index due_mails_of_account on due_mails (account_id);

alter table accounts
  -- when the password was removed, because someone set it before the address was confirmed. null: it wasn't, or the owner
  -- has set another one since
  add column password_ended_at timestamptz,
  -- when the owner was told that the trial ends soon
  add column trial_mail_at timestamptz;
