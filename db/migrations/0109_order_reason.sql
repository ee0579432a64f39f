-- Compatible: earlier versions don't know the column, and write no reason.
-- Why an order failed, other than a declined payment. repeated-trial: its mailbox or card had a trial before. Such an order
-- never becomes paid, although the provider has completed its checkout.
alter table orders add column failure_reason text check (failure_reason in ('repeated-trial'));
