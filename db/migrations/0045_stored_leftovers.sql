-- Logos were stored without a check of their pixels. They are fetched again when they are needed.
truncate company_logos;

-- Buckets had plain email and IP addresses, and now have keyed hashes.
truncate rate_limits;

-- The log of the admin page names accounts by their IDs, so that it keeps no address of a deleted account.
update admin_log set detail = coalesce(
  (select a.id::text from accounts a where admin_log.accepted and a.email = admin_log.detail), ''
) where detail <> '';
