-- Blocks that can have keys from before leads had their titles in them. Only they are compared with such keys, which takes
-- longer than reading the keys of all leads of an export.
alter table exported_leads add column has_earlier_keys boolean not null default true;
