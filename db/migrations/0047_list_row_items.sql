-- A cell can have several items, so a row of a list can have several results.
alter table own_list_rows rename column position to positions;
alter table own_list_rows alter column positions type integer[]
  using case when positions is null then '{}'::integer[] else array[positions] end;
alter table own_list_rows alter column positions set default '{}', alter column positions set not null;
