-- Compatible: earlier versions read such orders as well.
-- Orders that a failed deletion of their account refunds can't run. Earlier versions left them as paid, so that their owner could
-- only try to start them.
update orders set status = 'refunded'
where status = 'paid' and run_at is not null and refund_due_cents = amount_cents
  and not exists (select from people_runs where order_id = orders.id);
