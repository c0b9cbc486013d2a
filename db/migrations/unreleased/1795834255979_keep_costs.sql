-- Orders that were placed before keep null: what their goods cost then is not known.
ALTER TABLE "order_item" ADD COLUMN IF NOT EXISTS "cost" integer;--> statement-breakpoint
-- An operator may have created the column and the index of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "order_item_sold_cost" ON "order_item" USING btree ("paid_at","product_id","count","paid_amount","cost") WHERE paid_at is not null;--> statement-breakpoint
DROP INDEX "order_item_sold";
