LOCK TABLE "shipment";
--> statement-breakpoint
CREATE TABLE "shipment_trace" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_trace_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"shipment_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text,
	"text" text NOT NULL,
	CONSTRAINT "shipment_trace_once" UNIQUE("shipment_id","at","text"),
	CONSTRAINT "shipment_trace_state" CHECK ("shipment_trace"."state" in ('none', 'collected', 'on_the_way', 'out', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_parcel" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_parcel_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivery_id" text NOT NULL,
	"waybill_id" text NOT NULL,
	"trans_id" text NOT NULL,
	"token" text NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sandbox_parcel_token" UNIQUE("token"),
	CONSTRAINT "sandbox_parcel_number" UNIQUE("delivery_id","waybill_id","trans_id")
);
--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "tracking" text DEFAULT 'none' NOT NULL;
--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "tracking_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "tracking_text" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "waybill_token" text;
--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "track_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "tracking_errcode" integer;
--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "tracking_errmsg" text;
--> statement-breakpoint
ALTER TABLE "shipment_trace" ADD CONSTRAINT "shipment_trace_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_tracking" CHECK ("shipment"."tracking" in ('none', 'collected', 'on_the_way', 'out', 'delivered', 'failed')) NOT VALID;
--> statement-breakpoint
create or replace trigger touch_order_of_shipment
  after insert or update of carrier, tracking_no, corrected_at, revoked_at, tried_at, reported_at,
    tracking, tracking_at, tracking_text, waybill_token, tracking_errcode on shipment
  for each row execute function touch_order();
