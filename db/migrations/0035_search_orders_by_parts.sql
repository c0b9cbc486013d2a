-- Tables are locked in the order in which payments lock them (docs/decisions/032): orders, their shipping, products. An operator
-- may have created the indexes of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "order_no_beginning" ON "order" USING btree ("order_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_no_ending" ON "order" USING btree (reverse("order_no") text_pattern_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_receiver_mobile_ending" ON "order" USING btree (right(receiver ->> 'mobile', 4));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_receiver_name" ON "order" USING gin (grams(receiver ->> 'name')) WITH (fastupdate=false);--> statement-breakpoint
DROP INDEX "shipping_report_refused";--> statement-breakpoint
CREATE INDEX "shipping_report_stuck" ON "shipping_report" USING btree ("order_id") WHERE status = 'refused' or status = 'waiting' and tries >= 6;--> statement-breakpoint
CREATE TABLE "product_past_name" (
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "product_past_name_product_id_name_pk" PRIMARY KEY("product_id","name")
);
--> statement-breakpoint
ALTER TABLE "product_past_name" ADD CONSTRAINT "product_past_name_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_past_name_grams" ON "product_past_name" USING gin (grams("name")) WITH (fastupdate=false);--> statement-breakpoint
-- Keeps what products were called: the lines of their orders have the name of the day.
create function keep_past_name() returns trigger language plpgsql as $$
begin
  insert into product_past_name (product_id, name) values (old.id, old.name) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger past_name after update of name on product for each row when (old.name <> new.name) execute function keep_past_name();
--> statement-breakpoint
insert into product_past_name (product_id, name)
select distinct i.product_id, i.name from order_item i join product p on p.id = i.product_id where i.name <> p.name;
