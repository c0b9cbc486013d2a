-- Keeps the former names of products: the lines of older orders still have them.
create or replace function keep_past_name() returns trigger language plpgsql as $$
begin
  insert into product_past_name (product_id, name) values (old.id, old.name) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger past_name after update of name on product for each row when (old.name <> new.name) execute function keep_past_name();
