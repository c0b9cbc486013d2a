CREATE TABLE "coupon" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"promotion_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"source" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"order_id" integer,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "coupon_source" CHECK ("coupon"."source" in ('customer', 'code', 'staff', 'registration')),
	CONSTRAINT "coupon_used" CHECK ("coupon"."used_at" is null or "coupon"."order_id" is not null),
	CONSTRAINT "coupon_revoked" CHECK ("coupon"."revoked_at" is null or "coupon"."order_id" is null)
);
--> statement-breakpoint
CREATE TABLE "coupon_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" text NOT NULL,
	"promotion_id" integer NOT NULL,
	"used_at" timestamp (3) with time zone,
	"coupon_id" integer
);
--> statement-breakpoint
DROP INDEX "promotion_enabled";--> statement-breakpoint
ALTER TABLE "order_discount" ADD COLUMN "coupon_id" integer;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "coupon_source" text;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "total" integer;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "taken_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "valid_days" integer;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_code" ADD CONSTRAINT "coupon_code_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_code" ADD CONSTRAINT "coupon_code_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_order" ON "coupon" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "coupon_own" ON "coupon" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "coupon_promotion" ON "coupon" USING btree ("promotion_id","id");--> statement-breakpoint
CREATE INDEX "coupon_taken_by_orders" ON "coupon" USING btree ("promotion_id","used_at") WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code_code" ON "coupon_code" USING btree ("code");--> statement-breakpoint
CREATE INDEX "coupon_code_promotion" ON "coupon_code" USING btree ("promotion_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code_coupon" ON "coupon_code" USING btree ("coupon_id") WHERE coupon_id is not null;--> statement-breakpoint
ALTER TABLE "order_discount" ADD CONSTRAINT "order_discount_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_discount_coupon" ON "order_discount" USING btree ("coupon_id") WHERE coupon_id is not null;--> statement-breakpoint
CREATE INDEX "promotion_coupons" ON "promotion" USING btree ("ends_at") WHERE enabled and coupon_source is not null;--> statement-breakpoint
CREATE INDEX "promotion_enabled" ON "promotion" USING btree ("ends_at") WHERE enabled and coupon_source is null;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_coupon_source" CHECK ("promotion"."coupon_source" in ('customer', 'code', 'staff', 'registration'));--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_taken" CHECK ("promotion"."taken_count" <= "promotion"."total");--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_coupons_only" CHECK (case when "promotion"."coupon_source" is null then "promotion"."total" is null and "promotion"."valid_days" is null and "promotion"."taken_count" = 0
        else "promotion"."per_customer" is not null end);