-- Compatible: earlier versions don't know the column, and let the account pay.
-- The API key that let a list run its new rows by itself, and whose budget pays for them. null: a person did.
alter table lists add column auto_key_id uuid references api_keys (id) on delete set null;
create index lists_of_auto_key on lists (auto_key_id) where auto_key_id is not null;
