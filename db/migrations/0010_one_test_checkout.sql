-- One checkout per order of the built-in test payments, as Stripe ensures with idempotency keys. Deletes
-- checkouts that their order never recorded, which can't be paid.
delete from test_sessions using orders
where orders.id = test_sessions.order_id and test_sessions.id is distinct from orders.session_id;
create unique index test_sessions_order on test_sessions (order_id);
