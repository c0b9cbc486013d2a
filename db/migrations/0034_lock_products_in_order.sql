-- Once a statement instead of once a row: the products of several SKUs are then locked in the order of their ids, as everywhere.
create or replace function keep_stock_level_of_changed() returns trigger language plpgsql as $$
declare
  product_ids int[];
begin
  select array_agg(distinct n.product_id) into product_ids
  from changed n join replaced o on o.id = n.id
  where o.stock_level <> n.stock_level or o.enabled <> n.enabled or (o.deleted_at is null) <> (n.deleted_at is null);
  if product_ids is not null then
    perform keep_stock_level(product_ids);
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger stock_level_of_changed on sku;
--> statement-breakpoint
create trigger stock_level_of_changed after update on sku referencing old table as replaced new table as changed
  for each statement execute function keep_stock_level_of_changed();
