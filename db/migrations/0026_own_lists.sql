-- Lists with own columns belong to several tools.
alter table website_lists rename to own_lists;
alter table website_list_rows rename to own_list_rows;
