-- Answers of tools that a person called wrong, as keyed hashes of the tool, what it was asked, and the value.
create table list_wrong_answers (
  account_id uuid not null references accounts (id) on delete cascade,
  answer text not null,
  at timestamptz not null,
  primary key (account_id, answer)
);
