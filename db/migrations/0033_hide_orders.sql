DROP INDEX "order_own";--> statement-breakpoint
DROP INDEX "order_own_by_status";--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "order_own" ON "order" USING btree ("user_id","id","paid_at","hidden_at");--> statement-breakpoint
CREATE INDEX "order_own_by_status" ON "order" USING btree ("user_id","status","id","hidden_at");