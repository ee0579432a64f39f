-- A page of results is read without the items that still wait, of which there can be 100,000.
create index task_items_settled on task_items (task_id, position) where status = 'settled';

-- The tasks of an account in pages, for searches and the export.
create index tasks_by_account on tasks (account_id, id);
