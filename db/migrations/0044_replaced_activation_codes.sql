-- When the owner replaced the code. From then on, only the signed-in owner sees it.
alter table activation_codes add column replaced_at timestamptz;
