CREATE INDEX CONCURRENTLY "order_receiver_phone" ON "order" USING btree (phone_key(receiver ->> 'mobile'));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_receiver_phone_ending" ON "order" USING btree (right(phone_key(receiver ->> 'mobile'), 4));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_receiver_text" ON "order" USING gin (string_to_array(folded((receiver ->> 'name') || E'\n' || (receiver ->> 'detail')), null)) WITH (gin_pending_list_limit=512);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_paid_promotion" ON "order" USING btree ("paid_at","promotion_amount") WHERE promotion_amount > 0 and paid_at is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_placed_from" ON "order" USING btree ("placed_from") WHERE status = 'unpaid' and placed_from is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_address_asked" ON "order" USING btree ("id") WHERE asked_receiver is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_store" ON "order" USING btree ("store_id","id") WHERE store_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_item_sold_cost" ON "order_item" USING btree ("paid_at","product_id","count","paid_amount","cost") WHERE paid_at is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "product_freight_template" ON "product" USING btree ("freight_template_id") WHERE freight_template_id is not null;
--> statement-breakpoint
REINDEX INDEX CONCURRENTLY "oper_log_target_name";
--> statement-breakpoint
REINDEX INDEX CONCURRENTLY "product_past_name_grams";
--> statement-breakpoint
REINDEX INDEX CONCURRENTLY "user_customer_nickname";
