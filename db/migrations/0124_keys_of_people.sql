-- All spellings of a LinkedIn profile, a phone and an email address have one key now. The rows of lists with a key column get theirs
-- in the background, and imports wait for it.
update lists set refresh_after = 0, refresh_done = 0, refresh_keys = true where key_column is not null;
