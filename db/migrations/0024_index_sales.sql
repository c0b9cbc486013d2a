DROP INDEX "order_own";--> statement-breakpoint
DROP INDEX "order_created";--> statement-breakpoint
CREATE INDEX "order_paid" ON "order" USING btree ("paid_at","user_id","paid_amount","id") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "order_item_sold" ON "order_item" USING btree ("order_id","product_id","count","paid_amount");--> statement-breakpoint
CREATE INDEX "refund_succeeded" ON "refund" USING btree ("succeeded_at","payment_id","amount") WHERE succeeded_at is not null;--> statement-breakpoint
CREATE INDEX "refund_abnormal" ON "refund" USING btree ("id") WHERE status = 'abnormal';--> statement-breakpoint
CREATE INDEX "order_own" ON "order" USING btree ("user_id","id","paid_at");--> statement-breakpoint
CREATE INDEX "order_created" ON "order" USING btree ("created_at","id","status","paid_at");