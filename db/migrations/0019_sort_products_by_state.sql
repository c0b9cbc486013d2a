DROP INDEX "product_deleted";--> statement-breakpoint
DROP INDEX "product_hidden";--> statement-breakpoint
DROP INDEX "product_hidden_by_price";--> statement-breakpoint
DROP INDEX "product_hidden_by_sold_count";--> statement-breakpoint
DROP INDEX "product_hidden_by_created_at";--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "state" text GENERATED ALWAYS AS (case when "deleted_at" is null then "status" else 'deleted' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "product_hidden_name_grams" ON "product" USING gin (grams("name")) WITH (fastupdate=false) WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_category_status" ON "product" USING btree ("category_id","status") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_hidden" ON "product" USING btree ("state","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_price" ON "product" USING btree ("state","price","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_sold_count" ON "product" USING btree ("state","sold_count","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_created_at" ON "product" USING btree ("state","created_at","id") WHERE state <> 'on_sale';