DROP INDEX "order_by_status";--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "fulfilment" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
create function fulfilment_of(wanted int) returns text language sql stable as $$
  select case when bool_and(i.shipped_count = 0) then 'none' when bool_and(i.shipped_count + i.kept_count = i.count) then 'all' else 'part' end
  from order_item i where i.order_id = wanted
$$;
--> statement-breakpoint
update "order" o set fulfilment = fulfilment_of(o.id) from (select distinct i.order_id from order_item i where i.shipped_count > 0) shipped
where o.id = shipped.order_id;
--> statement-breakpoint
CREATE INDEX "order_created" ON "order" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "order_receiver_mobile" ON "order" USING btree ((receiver ->> 'mobile'));--> statement-breakpoint
CREATE INDEX "order_item_product" ON "order_item" USING btree ("product_id","order_id");--> statement-breakpoint
CREATE INDEX "shipment_tracking_no" ON "shipment" USING btree ("tracking_no") WHERE tracking_no is not null;--> statement-breakpoint
CREATE INDEX "order_by_status" ON "order" USING btree ("status","fulfilment","id");--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_fulfilment" CHECK ("order"."fulfilment" in ('none', 'part', 'all'));
--> statement-breakpoint
create function keep_fulfilment() returns trigger language plpgsql as $$
begin
  update "order" o set fulfilment = f.fulfilment from (select fulfilment_of(new.order_id) as fulfilment) f
  where o.id = new.order_id and o.fulfilment <> f.fulfilment;
  return null;
end $$;
--> statement-breakpoint
-- With conditions, so that placing and paying an order costs nothing for it.
create trigger fulfilment_of_added after insert on order_item for each row
  when (new.shipped_count > 0) execute function keep_fulfilment();
--> statement-breakpoint
create trigger fulfilment_of_changed after update on order_item for each row
  when (old.shipped_count <> new.shipped_count or old.kept_count <> new.kept_count) execute function keep_fulfilment();
