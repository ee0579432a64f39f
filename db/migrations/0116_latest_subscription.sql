-- Compatible: earlier versions read the same columns.
-- The status and the time of one subscription: one with access, else one that can still give it, else the latest. Until
-- now, each sync made all of them the latest.
create or replace view user_payments as
  select
    account_id,
    email,
    has_access,
    case when has_access then 'unlimited' else 'free' end as plan,
    status,
    updated_at
  from (
    select distinct on (e.account_id) e.account_id, a.email, e.has_access, e.status, e.updated_at
    from entitlements e join accounts a on a.id = e.account_id
    order by e.account_id, e.has_access desc,
      (e.status in ('active', 'trialing', 'past_due', 'unpaid')) desc, e.created_at desc, e.id
  ) current_entitlement;
