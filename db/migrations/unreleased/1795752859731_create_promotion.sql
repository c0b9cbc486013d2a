CREATE TABLE "order_discount" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_discount_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"promotion_id" integer NOT NULL,
	"gives" text NOT NULL,
	"label" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "order_discount_promotion" UNIQUE("order_id","promotion_id"),
	CONSTRAINT "order_discount_gives" CHECK ("order_discount"."gives" in ('reduction', 'freight')),
	CONSTRAINT "order_discount_amount" CHECK ("order_discount"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_item_discount" (
	"order_discount_id" integer NOT NULL,
	"order_item_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "order_item_discount_order_discount_id_order_item_id_pk" PRIMARY KEY("order_discount_id","order_item_id"),
	CONSTRAINT "order_item_discount_amount" CHECK ("order_item_discount"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "promotion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"gives" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"exclusive" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"category_ids" integer[] DEFAULT '{}' NOT NULL,
	"product_ids" integer[] DEFAULT '{}' NOT NULL,
	"except_product_ids" integer[] DEFAULT '{}' NOT NULL,
	"tiers" jsonb NOT NULL,
	"repeats" boolean DEFAULT false NOT NULL,
	"audience" text DEFAULT 'everyone' NOT NULL,
	"per_customer" integer,
	CONSTRAINT "promotion_gives" CHECK ("promotion"."gives" in ('reduction', 'freight')),
	CONSTRAINT "promotion_scope" CHECK ("promotion"."scope" in ('all', 'categories', 'products')),
	CONSTRAINT "promotion_audience" CHECK ("promotion"."audience" in ('everyone', 'first_order')),
	CONSTRAINT "promotion_window" CHECK ("promotion"."ends_at" > "promotion"."starts_at"),
	CONSTRAINT "promotion_per_customer" CHECK ("promotion"."per_customer" >= 1)
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "promotion_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_discount" ADD CONSTRAINT "order_discount_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_discount" ADD CONSTRAINT "order_discount_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item_discount" ADD CONSTRAINT "order_item_discount_order_discount_id_order_discount_id_fk" FOREIGN KEY ("order_discount_id") REFERENCES "public"."order_discount"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item_discount" ADD CONSTRAINT "order_item_discount_order_item_id_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_item"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_discount_by_promotion" ON "order_discount" USING btree ("promotion_id","order_id");--> statement-breakpoint
CREATE INDEX "order_item_discount_item" ON "order_item_discount" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "promotion_enabled" ON "promotion" USING btree ("ends_at") WHERE enabled;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_promotion_amount" CHECK ("order"."promotion_amount" between 0 and "order"."discount_amount");