CREATE TABLE "freight_template" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text NOT NULL,
	"charge" text NOT NULL,
	"rules" jsonb NOT NULL,
	"no_delivery" text[] DEFAULT '{}' NOT NULL,
	"free_amount" integer,
	"free_pieces" integer,
	"free_needs" text DEFAULT 'either' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "freight_template_charge" CHECK ("freight_template"."charge" in ('piece', 'weight')),
	CONSTRAINT "freight_template_free_needs" CHECK ("freight_template"."free_needs" in ('either', 'both')),
	CONSTRAINT "freight_template_free_amount" CHECK ("freight_template"."free_amount" >= 1),
	CONSTRAINT "freight_template_free_pieces" CHECK ("freight_template"."free_pieces" >= 1)
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "freight_detail" jsonb;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "freight_template_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "freight_template_folded_name" ON "freight_template" USING btree (folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "freight_template_default" ON "freight_template" USING btree ("is_default") WHERE is_default;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_freight_template_id_freight_template_id_fk" FOREIGN KEY ("freight_template_id") REFERENCES "public"."freight_template"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
-- An operator may have created the index of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "product_freight_template" ON "product" USING btree ("freight_template_id") WHERE freight_template_id is not null;--> statement-breakpoint
-- The two settings of freight become the default template. Their rows stay for servers of the previous version.
INSERT INTO "freight_template" ("name", "charge", "rules", "free_amount", "is_default")
SELECT '统一运费', 'piece',
  jsonb_build_array(jsonb_build_object('regions', '[]'::jsonb, 'first', 1, 'first_fee', coalesce(fee, 0), 'next', 1, 'next_fee', 0, 'free_amount', null)),
  nullif(free_from, 0), true
FROM (SELECT
  (SELECT "value"::int FROM "config" WHERE "key" = 'order.freight_fee' AND jsonb_typeof("value") = 'number') AS fee,
  (SELECT "value"::int FROM "config" WHERE "key" = 'order.freight_free_from' AND jsonb_typeof("value") = 'number') AS free_from) settings;
