-- Returns the stock level of the enabled SKUs of a product. 0: all SKUs are sold out, 1: at least one SKU is low or
-- sold out, 2: no SKU is low or sold out.
create or replace function stock_level_of(product_id int) returns int language sql stable as $$
  select case when count(*) = 0 then 2 when max(s.stock) = 0 then 0 when min(s.stock_level) < 2 then 1 else 2 end
  from sku s where s.product_id = $1 and s.enabled and s.deleted_at is null
$$;
--> statement-breakpoint
-- Updates the stock level of products. Locks the products first: the next statement then sees the changes that other
-- transactions have committed before the lock was granted.
create or replace function keep_stock_level(product_ids int[]) returns void language plpgsql as $$
begin
  perform from product p where p.id = any(product_ids) order by p.id for no key update;
  update product p set stock_level = l.level
  from (select one.id, stock_level_of(one.id) as level from unnest(product_ids) one (id)) l
  where p.id = l.id and p.stock_level <> l.level;
end $$;
--> statement-breakpoint
create or replace function keep_stock_level_of_added() returns trigger language plpgsql as $$
begin
  perform keep_stock_level(array(select distinct a.product_id from added a));
  return null;
end $$;
--> statement-breakpoint
-- Runs once per statement, not per row, to lock the products of all changed SKUs in the order of their ids. All other
-- code locks products in the same order, so that no deadlock occurs. Also records an event for each SKU on offer whose
-- stock has fallen to a lower level.
create or replace function keep_stock_level_of_changed() returns trigger language plpgsql as $$
declare
  product_ids int[];
begin
  select array_agg(distinct n.product_id) into product_ids
  from changed n join replaced o on o.id = n.id
  where o.stock_level <> n.stock_level or o.enabled <> n.enabled or (o.deleted_at is null) <> (n.deleted_at is null);
  if product_ids is not null then
    perform keep_stock_level(product_ids);
    insert into event (type, resource, resource_id, data)
    select case n.stock_level when 0 then 'stock.out' else 'stock.low' end, 'sku', n.id,
      jsonb_build_object('product_id', n.product_id, 'stock', n.stock)
    from changed n join replaced o on o.id = n.id
    where n.stock < o.stock and n.stock_level < o.stock_level and n.enabled and n.deleted_at is null
    order by n.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger stock_level_of_added after insert on sku referencing new table as added
  for each statement execute function keep_stock_level_of_added();
--> statement-breakpoint
create or replace trigger stock_level_of_changed after update on sku referencing old table as replaced new table as changed
  for each statement execute function keep_stock_level_of_changed();
