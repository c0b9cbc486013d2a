ALTER TABLE "order" ADD COLUMN IF NOT EXISTS "placed_from" text;--> statement-breakpoint
-- An operator may have added the column and created the index of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "order_placed_from" ON "order" USING btree ("placed_from") WHERE status = 'unpaid' and placed_from is not null;
