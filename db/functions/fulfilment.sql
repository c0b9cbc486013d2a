-- Returns how much of an order was shipped. Kept pieces, which were refunded before they were shipped, do not count.
create or replace function fulfilment_of(wanted int) returns text language sql stable as $$
  select case when bool_and(i.shipped_count = 0) then 'none' when bool_and(i.shipped_count + i.kept_count = i.count) then 'all' else 'part' end
  from order_item i where i.order_id = wanted
$$;
--> statement-breakpoint
create or replace function keep_fulfilment() returns trigger language plpgsql as $$
begin
  update "order" o set fulfilment = f.fulfilment from (select fulfilment_of(new.order_id) as fulfilment) f
  where o.id = new.order_id and o.fulfilment <> f.fulfilment;
  return null;
end $$;
--> statement-breakpoint
-- With conditions, so that placing and paying an order does not run the function.
create or replace trigger fulfilment_of_added after insert on order_item for each row
  when (new.shipped_count > 0) execute function keep_fulfilment();
--> statement-breakpoint
create or replace trigger fulfilment_of_changed after update on order_item for each row
  when (old.shipped_count <> new.shipped_count or old.kept_count <> new.kept_count) execute function keep_fulfilment();
