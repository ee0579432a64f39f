-- Compatible: earlier versions leave the column empty.
-- What a worker did in the last minutes: results of pages, times of hosts, items by tool.
alter table workers add column measures jsonb not null default '{}';
