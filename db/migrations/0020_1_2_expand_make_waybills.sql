LOCK TABLE "order";
--> statement-breakpoint
CREATE TABLE "sandbox_carrier_account" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_carrier_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivery_id" text NOT NULL,
	"biz_id" text NOT NULL,
	"status_code" integer NOT NULL,
	"quota" integer NOT NULL,
	CONSTRAINT "sandbox_carrier_account_biz_id" UNIQUE("delivery_id","biz_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_waybill" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_waybill_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"biz_id" text NOT NULL,
	"waybill_id" text NOT NULL,
	"openid" text NOT NULL,
	"receiver_name" text NOT NULL,
	"canceled_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_waybill_order_id" UNIQUE("order_id"),
	CONSTRAINT "sandbox_waybill_number" UNIQUE("delivery_id","waybill_id")
);
--> statement-breakpoint
CREATE TABLE "carrier_account" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carrier_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"delivery_id" text NOT NULL,
	"biz_id" text NOT NULL,
	"name" text NOT NULL,
	"services" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"service_type" integer,
	"sender_name" text DEFAULT '' NOT NULL,
	"sender_phone" text DEFAULT '' NOT NULL,
	"province" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"district" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"status_code" integer NOT NULL,
	"quota" integer,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "carrier_account_biz_id" UNIQUE("delivery_id","biz_id")
);
--> statement-breakpoint
CREATE TABLE "waybill" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waybill_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"key" text NOT NULL,
	"account_id" integer NOT NULL,
	"delivery_id" text NOT NULL,
	"tracking_no" text,
	"state" text DEFAULT 'creating' NOT NULL,
	"items" jsonb,
	"weight_g" integer NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"receiver_digest" text NOT NULL,
	"reason_code" integer,
	"reason_text" text,
	"print_count" integer DEFAULT 0 NOT NULL,
	"printed_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"created_by" integer NOT NULL,
	CONSTRAINT "waybill_key" UNIQUE("key"),
	CONSTRAINT "waybill_state" CHECK ("waybill"."state" in ('creating', 'ready', 'shipped', 'canceling', 'canceled', 'failed')),
	CONSTRAINT "waybill_number" CHECK (("waybill"."state" not in ('ready', 'shipped') or "waybill"."tracking_no" is not null)
        and ("waybill"."next_try_at" is null or "waybill"."state" in ('creating', 'ready', 'canceling')))
);
--> statement-breakpoint
CREATE TABLE "waybill_order" (
	"waybill_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	CONSTRAINT "waybill_order_order_id_waybill_id_pk" PRIMARY KEY("order_id","waybill_id")
);
--> statement-breakpoint
ALTER TABLE "waybill" ADD CONSTRAINT "waybill_account_id_carrier_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."carrier_account"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waybill_order" ADD CONSTRAINT "waybill_order_waybill_id_waybill_id_fk" FOREIGN KEY ("waybill_id") REFERENCES "public"."waybill"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waybill_order" ADD CONSTRAINT "waybill_order_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_account_default" ON "carrier_account" USING btree ("is_default") WHERE is_default;
--> statement-breakpoint
CREATE INDEX "waybill_tracking_no" ON "waybill" USING btree ("tracking_no") WHERE tracking_no is not null;
--> statement-breakpoint
CREATE INDEX "waybill_next_try" ON "waybill" USING btree ("next_try_at") WHERE next_try_at is not null;
--> statement-breakpoint
CREATE INDEX "waybill_refused" ON "waybill" USING btree ("id") WHERE state = 'ready' and reason_code is not null;
--> statement-breakpoint
CREATE INDEX "waybill_account" ON "waybill" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "waybill_order_waybill" ON "waybill_order" USING btree ("waybill_id");
