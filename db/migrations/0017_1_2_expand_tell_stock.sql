LOCK TABLE "sku", "event";
--> statement-breakpoint
CREATE TABLE "stock_told" (
	"sku_id" integer PRIMARY KEY NOT NULL,
	"stock" integer NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event" DROP CONSTRAINT "event_type";
--> statement-breakpoint
ALTER TABLE "stock_told" ADD CONSTRAINT "stock_told_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_type" CHECK ("event"."type" in ('order.placed', 'order.paid', 'order.changed', 'order.shipped', 'order.completed', 'order.cancelled', 'refund.succeeded', 'refund.failed', 'refund.refused', 'refund.settled', 'after_sale.opened', 'after_sale.changed', 'after_sale.closed', 'product.changed', 'product.deleted', 'stock.low', 'stock.out', 'stock.changed', 'customer.closed')) NOT VALID;
