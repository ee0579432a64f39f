-- Blocks from before leads got the keys they have now. Only they are compared with earlier keys, which takes longer
-- than reading the keys of all leads of an export.
alter table exported_leads add column has_earlier_keys boolean not null default true;
alter table exported_leads alter column has_earlier_keys set default false;
