-- The job queue counts and schedules the retries of payment events and refunds.
-- payment_events.due_at: not null until the event is done.
-- orders.refund_due_at: when the refund became due; null once it is settled.
alter table payment_events drop column attempts;
alter table orders drop column refund_attempts;
