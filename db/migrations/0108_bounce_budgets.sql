-- Compatible: earlier versions don't know the columns, and give nothing back to budgets.
-- The API key whose budget paid for an address, and how many credits of it, so that they come back if the address bounces.
-- No reference: an address may be forgotten later than its key.
alter table given_addresses add column api_key_id uuid;
alter table given_addresses add column budget_credits integer not null default 0;
