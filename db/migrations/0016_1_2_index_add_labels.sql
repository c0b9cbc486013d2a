CREATE UNIQUE INDEX CONCURRENTLY "order_external_id" ON "order" USING btree ("external_id") WHERE external_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_tags" ON "order" USING gin ("tags") WITH (fastupdate=false) WHERE tags <> '{}';
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "product_external_id" ON "product" USING btree ("external_id") WHERE external_id is not null and deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "sku_external_id" ON "sku" USING btree ("external_id") WHERE external_id is not null and deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "user_external_id" ON "user" USING btree ("external_id") WHERE external_id is not null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "user_tags" ON "user" USING gin ("tags") WITH (fastupdate=false) WHERE tags <> '{}';
