-- Compatible: earlier versions don't know the columns.
-- Who started a session, with the method oauth. A new password that this session sets disconnects the other providers. null: no
-- provider did, or an earlier version stored it
alter table sessions add column provider text;
alter table second_factor_tickets add column provider text;

-- The session that asked for a change of email, which ends with it. null: no session did, or an earlier version stored it
alter table one_time_tokens add column session_id uuid references sessions (id) on delete cascade;
create index one_time_tokens_of_session on one_time_tokens (session_id) where session_id is not null;
