-- An operator may have created the index of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "order_receiver_text" ON "order" USING gin (string_to_array(folded((receiver ->> 'name') || E'\n' || (receiver ->> 'detail')), null)) WITH (gin_pending_list_limit=512);--> statement-breakpoint
DROP INDEX "order_receiver_folded";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_address_asked" ON "order" USING btree ("id") WHERE asked_receiver is not null;--> statement-breakpoint
ALTER TABLE "order_log" DROP CONSTRAINT "order_log_action";--> statement-breakpoint
ALTER TABLE "order_log" ADD CONSTRAINT "order_log_action" CHECK ("order_log"."action" in ('place', 'pay', 'reprice', 'readdress', 'ask_readdress', 'withdraw_readdress', 'refuse_readdress', 'ship', 'unship', 'complete', 'cancel', 'expire', 'revive', 'refund'));
