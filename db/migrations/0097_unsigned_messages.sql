-- Compatible: earlier versions show a request without a key and a signature as one with a signature.

alter table list_messages add column unsigned boolean not null default false;
