CREATE TABLE "deal_sku" (
	"promotion_id" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"price" integer NOT NULL,
	"quota" integer,
	"sold" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "deal_sku_promotion_id_sku_id_pk" PRIMARY KEY("promotion_id","sku_id"),
	CONSTRAINT "deal_sku_price" CHECK ("deal_sku"."price" >= 1),
	CONSTRAINT "deal_sku_quota" CHECK ("deal_sku"."quota" >= 1),
	CONSTRAINT "deal_sku_sold" CHECK ("deal_sku"."sold" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_discount" DROP CONSTRAINT "order_discount_gives";--> statement-breakpoint
ALTER TABLE "promotion" DROP CONSTRAINT "promotion_gives";--> statement-breakpoint
ALTER TABLE "deal_sku" ADD CONSTRAINT "deal_sku_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_sku" ADD CONSTRAINT "deal_sku_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_sku" ADD CONSTRAINT "deal_sku_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_sku_sku" ON "deal_sku" USING btree ("sku_id");--> statement-breakpoint
CREATE INDEX "deal_sku_product" ON "deal_sku" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "order_discount" ADD CONSTRAINT "order_discount_gives" CHECK ("order_discount"."gives" in ('deal', 'reduction', 'freight'));--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_gives" CHECK ("promotion"."gives" in ('deal', 'reduction', 'freight'));