-- People can be on the opt-out list by the SHA-256 of their email or phone, as in California's DROP. `email_sha256` and
-- `phone_sha256` are keyed hashes of those, as all entries are. Earlier versions can't go on: they would hand out contacts that
-- opted out by hash.
alter table opt_outs drop constraint opt_outs_kind_check;
alter table opt_outs add constraint opt_outs_kind_check
  check (kind in ('email', 'domain', 'profile', 'phone', 'phone_form', 'email_sha256', 'phone_sha256'));

-- Contacts are hashed for a look-up only if the list has any such entry.
create index opt_outs_hashed on opt_outs (kind) where kind in ('email_sha256', 'phone_sha256');
