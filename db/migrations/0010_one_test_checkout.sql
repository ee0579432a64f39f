-- An order of the built-in test payments has one checkout, as Stripe's idempotency key sees to there. Checkouts that the order never
-- learnt of could not be paid.
delete from test_sessions using orders
where orders.id = test_sessions.order_id and test_sessions.id is distinct from orders.session_id;
create unique index test_sessions_order on test_sessions (order_id);
