-- Compatible: earlier versions don't know the columns.
-- Who started a session, with the method oauth. A new password that this session sets disconnects the other providers. null: no
-- provider did, or an earlier version stored it
alter table sessions add column provider text;
alter table second_factor_tickets add column provider text;
