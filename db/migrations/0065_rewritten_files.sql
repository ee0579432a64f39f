-- A file is written again when people in it opt out. The new parts are written beside the old ones, so that it can be
-- read meanwhile: their numbers are below zero, and the next time from zero again.
alter table task_files add column parts_below_zero boolean not null default false;
