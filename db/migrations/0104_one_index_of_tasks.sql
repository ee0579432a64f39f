-- Compatible: tasks_of_account_by_id has the same columns.
drop index tasks_by_account;
