CREATE TABLE "order_pickup" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"ready_by" integer,
	"collected_at" timestamp (3) with time zone,
	"collected_by" integer,
	CONSTRAINT "order_pickup_code" UNIQUE("code"),
	CONSTRAINT "order_pickup_code_digits" CHECK ("order_pickup"."code" ~ '^[0-9]{12}$')
);
--> statement-breakpoint
-- With the column, so that PostgreSQL does not read the whole table for the constraint.
ALTER TABLE "order" ADD COLUMN "store_id" integer CONSTRAINT "order_store_id_store_id_fk" REFERENCES "public"."store"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pickup" ADD CONSTRAINT "order_pickup_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_pickup_waiting" ON "order_pickup" USING btree ("created_at","order_id") WHERE collected_at is null;--> statement-breakpoint
-- An operator may have created the index of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "order_store" ON "order" USING btree ("store_id","id") WHERE store_id is not null;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "deliveries" text[] DEFAULT '{"express"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_deliveries" CHECK (cardinality("product"."deliveries") between 1 and 2 and "product"."deliveries" <@ array['express', 'pickup']);