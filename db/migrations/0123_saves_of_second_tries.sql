-- Compatible: earlier versions save all rows of such a task again.
-- Since when results were found that its list lacks, for a task whose results were saved before; null: since its start.
alter table tasks add column save_since timestamptz;
