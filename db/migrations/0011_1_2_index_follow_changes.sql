CREATE INDEX CONCURRENTLY "after_sale_updated" ON "after_sale" USING btree ("updated_at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_updated" ON "order" USING btree ("updated_at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_updated" ON "product" USING btree ("updated_at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "stock_log_created" ON "stock_log" USING btree ("created_at","sku_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "user_customer_updated" ON "user" USING btree ("updated_at","id") WHERE kind = 'customer';
