-- Compatible: earlier versions only get an index.
-- Deleting a list, and reading its changes, read those of all lists without it.
create index list_history_by_list on list_history (list_id, id);
