-- The jobs of a large task are queued some at a time: as its shards are taken, the next ones follow. This is the
-- last shard of the run that has a job; null if all shards have one.
alter table tasks add column last_queued_shard integer;
