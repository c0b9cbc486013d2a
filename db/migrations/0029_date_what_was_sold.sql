DROP INDEX "order_item_sold";--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "order_item_sold" ON "order_item" USING btree ("paid_at","product_id","count","paid_amount") WHERE paid_at is not null;--> statement-breakpoint
create function date_lines() returns trigger language plpgsql as $$
begin
  update order_item set paid_at = new.paid_at where order_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger lines_of_paid after update of paid_at on "order" for each row
  when (old.paid_at is distinct from new.paid_at) execute function date_lines();
--> statement-breakpoint
update order_item i set paid_at = o.paid_at from "order" o where o.id = i.order_id and o.paid_at is not null;
--> statement-breakpoint
analyze order_item;
