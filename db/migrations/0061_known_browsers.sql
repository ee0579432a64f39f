-- The browsers that an account logged in with in the last 90 days, without their versions. A login with another one
-- sends a mail, as one from another network does.
create table known_browsers (
  account_id uuid not null references accounts (id) on delete cascade,
  -- "Firefox on Windows"
  browser text not null,
  last_used_at timestamptz not null,
  primary key (account_id, browser)
);
