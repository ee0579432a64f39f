-- Compatible: earlier versions don't know the columns, and only start with the first secret.
-- After a change of AUTH_SECRET: the first one, which is the data key (server/platform/database/auth-secret.ts).
-- `fingerprint` stays that of the data key.

-- encrypted with the AUTH_SECRET of now; null: AUTH_SECRET never changed
alter table auth_secret add column sealed_key text;
-- the AUTH_SECRET from before the last change
alter table auth_secret add column old_fingerprint text;
alter table auth_secret add column changed_at timestamptz;
