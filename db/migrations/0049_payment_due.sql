-- Where the last payment of a subscription failed and is still due. null: nowhere. It follows from entitlements, and the
-- gate reads it with the account.
alter table accounts
  add column payment_due_at text check (payment_due_at in ('stripe', 'test'));
update accounts set payment_due_at = due.source
from entitlements due
where due.account_id = accounts.id
  and due.subscription_id is not null
  and due.source in ('stripe', 'test')
  and (due.status in ('past_due', 'unpaid') or (due.status in ('active', 'trialing') and not due.has_access));
