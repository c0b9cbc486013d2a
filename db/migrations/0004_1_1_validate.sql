ALTER TABLE "order" VALIDATE CONSTRAINT "order_store_id_store_id_fk";
--> statement-breakpoint
ALTER TABLE "product" VALIDATE CONSTRAINT "product_freight_template_id_freight_template_id_fk";
--> statement-breakpoint
ALTER TABLE "order" VALIDATE CONSTRAINT "order_promotion_amount";
--> statement-breakpoint
ALTER TABLE "order_log" VALIDATE CONSTRAINT "order_log_action";
--> statement-breakpoint
ALTER TABLE "product" VALIDATE CONSTRAINT "product_deliveries";
