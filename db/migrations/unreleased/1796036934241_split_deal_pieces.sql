ALTER TABLE "deal_sku" ADD COLUMN "sold_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_item_discount" ADD COLUMN "pieces" integer;