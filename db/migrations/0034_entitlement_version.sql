-- Counts the saves of an entitlement, so that a subscription that was read before another save is read again
-- instead of replacing the newer state.
alter table entitlements add column version integer not null default 1;
