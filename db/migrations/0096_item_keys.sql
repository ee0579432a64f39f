-- Compatible: earlier versions start tasks without keys.
-- Keys that a start call gives its items. Several, if several entries of its list are one item.

alter table task_items add column own_keys text[];
