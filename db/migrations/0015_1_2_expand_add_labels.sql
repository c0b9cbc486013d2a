LOCK TABLE "user", "order", "sku", "product";
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "external_id" text;
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "external_id" text;
--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "external_id" text;
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "external_id" text;
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- Without the stock, so that an order does not write the product.
create or replace trigger touch_product_of_sku
  after insert or update of sku_no, value_ids, spec_values, price, market_price, cost, weight_g, barcode, external_id, image_url, enabled, deleted_at on sku
  for each row execute function touch_product();
