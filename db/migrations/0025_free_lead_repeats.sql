-- Leads that the account paid for in the last 12 months are free. charged_items has their keys, with the name
-- of the database as kind.
alter table lead_exports
  -- of the leads
  add column repeats integer not null default 0,
  -- of those sent
  add column repeats_sent integer not null default 0;
