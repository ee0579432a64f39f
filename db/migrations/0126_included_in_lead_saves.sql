-- Compatible: earlier versions don't know the column.
-- What a plan included of the cost. Of those before this version, what the last export says.
alter table lead_saves add column included integer not null default 0 check (included >= 0);
update lead_saves set included = cost from lead_exports
  where lead_exports.id = lead_saves.export_id and not lead_exports.from_balance and not lead_exports.free;
