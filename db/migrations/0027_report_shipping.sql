CREATE TABLE "platform_message" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "platform_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"digest" text NOT NULL,
	"event" text NOT NULL,
	CONSTRAINT "platform_message_digest" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "shipping_report" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipping_report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"payment_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"finished" boolean DEFAULT false NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"errcode" integer,
	"errmsg" text,
	"corrected_at" timestamp (3) with time zone,
	"order_state" integer,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "shipping_report_payment" UNIQUE("payment_id"),
	CONSTRAINT "shipping_report_status" CHECK ("shipping_report"."status" in ('not_needed', 'waiting', 'uploaded', 'refused')),
	CONSTRAINT "shipping_report_waits" CHECK ("shipping_report"."next_try_at" is null or "shipping_report"."status" = 'waiting')
);
--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "tried_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "reported_as" text;--> statement-breakpoint
ALTER TABLE "sandbox_trade" ADD COLUMN "shipping" jsonb;--> statement-breakpoint
ALTER TABLE "sandbox_trade" ADD COLUMN "shipping_fault" integer;--> statement-breakpoint
ALTER TABLE "shipping_report" ADD CONSTRAINT "shipping_report_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_report" ADD CONSTRAINT "shipping_report_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "platform_message_created" ON "platform_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shipping_report_order" ON "shipping_report" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shipping_report_next_try" ON "shipping_report" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "shipping_report_refused" ON "shipping_report" USING btree ("order_id") WHERE status = 'refused';