-- Rows that were removed from a list, or lost a contact, because people or companies opted out.
alter table lists add column opted_out integer not null default 0;

-- How far the opt-out list was applied to stored rows. `until`: the newest entry that a finished sweep applied.
create table opt_out_sweeps (
  -- what is swept: tasks or lists
  name text primary key,
  until timestamptz,
  -- the newest entry that the running sweep applies, and what it has done; null: no sweep is running
  running_until timestamptz,
  cursor text
);

create index opt_outs_by_time on opt_outs (created_at);
