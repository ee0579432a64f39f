-- People can opt out with a phone number. A number has a row for each way to write it: `phone` for the number itself,
-- `phone_form` for the others, such as the number without its country.
alter table opt_outs drop constraint opt_outs_kind_check;
alter table opt_outs add constraint opt_outs_kind_check
  check (kind in ('email', 'domain', 'profile', 'phone', 'phone_form'));

-- Texts are searched for numbers only if the list has any.
create index opt_outs_phones on opt_outs (hash) where kind = 'phone';
