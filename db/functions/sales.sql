-- Keeps the time of each customer's first payment: the sales figures count new customers.
create or replace function keep_first_payment() returns trigger language plpgsql as $$
begin
  -- Most who pay have paid before: then nothing is written, and nothing locked.
  if exists (select from buyer b where b.user_id = new.user_id and b.first_paid_at <= new.paid_at) then return null; end if;
  insert into buyer as b (user_id, first_paid_at) values (new.user_id, new.paid_at)
  on conflict (user_id) do update set first_paid_at = excluded.first_paid_at where excluded.first_paid_at < b.first_paid_at;
  return null;
end $$;
--> statement-breakpoint
-- With a condition, so that placing an order does not run the function.
create or replace trigger first_payment_of_added after insert on "order" for each row
  when (new.paid_at is not null) execute function keep_first_payment();
--> statement-breakpoint
-- The customer of an order also changes when two accounts are merged.
create or replace trigger first_payment_of_changed after update of paid_at, user_id on "order" for each row
  when (new.paid_at is not null and (old.paid_at is distinct from new.paid_at or old.user_id <> new.user_id))
  execute function keep_first_payment();
--> statement-breakpoint
-- Copies the time of payment to the lines of an order. An index of lines by this time serves the sales of a product.
create or replace function date_lines() returns trigger language plpgsql as $$
begin
  update order_item set paid_at = new.paid_at where order_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger lines_of_paid after update of paid_at on "order" for each row
  when (old.paid_at is distinct from new.paid_at) execute function date_lines();
