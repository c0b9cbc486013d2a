DROP INDEX "product_deleted";--> statement-breakpoint
DROP INDEX "sku_scarce";--> statement-breakpoint
DROP INDEX "product_hidden";--> statement-breakpoint
DROP INDEX "product_hidden_by_price";--> statement-breakpoint
DROP INDEX "product_hidden_by_sold_count";--> statement-breakpoint
DROP INDEX "product_hidden_by_created_at";--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "stock_level" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "state" text GENERATED ALWAYS AS (case when "deleted_at" is null then "status" else 'deleted' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "product_hidden_name_grams" ON "product" USING gin (grams("name")) WITH (fastupdate=false) WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_category_status" ON "product" USING btree ("category_id","status") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce" ON "product" USING btree ("stock_level","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce_by_price" ON "product" USING btree ("stock_level","price","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce_by_sold_count" ON "product" USING btree ("stock_level","sold_count","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce_by_created_at" ON "product" USING btree ("stock_level","created_at","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_hidden" ON "product" USING btree ("state","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_price" ON "product" USING btree ("state","price","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_sold_count" ON "product" USING btree ("state","sold_count","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_created_at" ON "product" USING btree ("state","created_at","id") WHERE state <> 'on_sale';--> statement-breakpoint
-- Of the enabled SKUs of a product: 0 every one is sold out, 1 one is low or sold out, 2 none is.
create function stock_level_of(product_id int) returns int language sql stable as $$
  select case when count(*) = 0 then 2 when max(s.stock) = 0 then 0 when min(s.stock_level) < 2 then 1 else 2 end
  from sku s where s.product_id = $1 and s.enabled and s.deleted_at is null
$$;
--> statement-breakpoint
update product p set stock_level = stock_level_of(p.id) where stock_level_of(p.id) < 2;
--> statement-breakpoint
-- Keeps the level of products. The lock first: the statement after it sees what others have changed until it was granted.
create function keep_stock_level(product_ids int[]) returns void language plpgsql as $$
begin
  perform from product p where p.id = any(product_ids) order by p.id for no key update;
  update product p set stock_level = l.level
  from (select one.id, stock_level_of(one.id) as level from unnest(product_ids) one (id)) l
  where p.id = l.id and p.stock_level <> l.level;
end $$;
--> statement-breakpoint
create function keep_stock_level_of_added() returns trigger language plpgsql as $$
begin
  perform keep_stock_level(array(select distinct a.product_id from added a));
  return null;
end $$;
--> statement-breakpoint
create function keep_stock_level_of_changed() returns trigger language plpgsql as $$
begin
  perform keep_stock_level(array[new.product_id]);
  return null;
end $$;
--> statement-breakpoint
create trigger stock_level_of_added after insert on sku referencing new table as added
  for each statement execute function keep_stock_level_of_added();
--> statement-breakpoint
-- By row and with a condition, so that a sale that leaves enough pays nothing for it.
create trigger stock_level_of_changed after update on sku for each row
  when (old.stock_level <> new.stock_level or old.enabled <> new.enabled or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function keep_stock_level_of_changed();
