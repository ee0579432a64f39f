-- The job queue counts and times the retries of payment events and refunds now. What is left in these columns:
-- payment_events.due_at: not null until the event is done.
-- orders.refund_due_at: since when a refund is owed; null once it is settled.
alter table payment_events drop column attempts;
alter table orders drop column refund_attempts;
