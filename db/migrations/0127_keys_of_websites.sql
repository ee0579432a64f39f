-- All spellings of a website have one key now, the one that tools know it by, and cells such as N/A have none. The rows of lists with a key
-- column get theirs in the background, and imports wait for it.
update lists set refresh_after = 0, refresh_done = 0, refresh_keys = true where key_column is not null;
