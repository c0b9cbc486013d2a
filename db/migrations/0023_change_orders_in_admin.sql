CREATE TABLE "order_note" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"text" text NOT NULL,
	"pinned" boolean NOT NULL,
	"actor" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_log" DROP CONSTRAINT "order_log_action";--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "corrected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "corrected_by" integer;--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "revoked_by" integer;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_note_order" ON "order_note" USING btree ("order_id","id");--> statement-breakpoint
ALTER TABLE "order_log" ADD CONSTRAINT "order_log_action" CHECK ("order_log"."action" in ('place', 'pay', 'reprice', 'readdress', 'ship', 'complete', 'cancel', 'expire', 'revive', 'refund'));