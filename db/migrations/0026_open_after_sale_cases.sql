CREATE TABLE "after_sale" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sale_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"no" text NOT NULL,
	"order_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	"reason_code" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"requested_amount" bigint NOT NULL,
	"freight_amount" bigint DEFAULT 0 NOT NULL,
	"approved_amount" bigint,
	"return_to" text,
	"return_carrier" text,
	"return_tracking_no" text,
	"decide_by" timestamp (3) with time zone NOT NULL,
	"return_by" timestamp (3) with time zone,
	"inspect_by" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"disputed_at" timestamp (3) with time zone,
	"dispute_description" text DEFAULT '' NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"refund_id" integer,
	"next_try_at" timestamp (3) with time zone,
	CONSTRAINT "after_sale_no" UNIQUE("no"),
	CONSTRAINT "after_sale_refund" UNIQUE("refund_id"),
	CONSTRAINT "after_sale_kind" CHECK ("after_sale"."kind" in ('refund', 'return_refund')),
	CONSTRAINT "after_sale_status" CHECK ("after_sale"."status" in ('requested', 'returning', 'returned', 'disputed', 'refunding', 'done', 'rejected', 'withdrawn', 'expired')),
	CONSTRAINT "after_sale_open" CHECK ("after_sale"."open" = ("after_sale"."status" not in ('done', 'rejected', 'withdrawn', 'expired'))),
	CONSTRAINT "after_sale_closed" CHECK ("after_sale"."open" = ("after_sale"."closed_at" is null)),
	CONSTRAINT "after_sale_amounts" CHECK ("after_sale"."requested_amount" > 0 and "after_sale"."freight_amount" between 0 and "after_sale"."requested_amount"
        and ("after_sale"."freight_amount" = 0 or "after_sale"."kind" = 'refund')
        and ("after_sale"."approved_amount" is null or "after_sale"."approved_amount" between 1 and "after_sale"."requested_amount")),
	CONSTRAINT "after_sale_paid" CHECK (("after_sale"."refund_id" is not null) = ("after_sale"."status" in ('refunding', 'done'))),
	CONSTRAINT "after_sale_return" CHECK (num_nulls("after_sale"."return_carrier", "after_sale"."return_tracking_no") in (0, 2)
        and ("after_sale"."kind" = 'return_refund' or num_nonnulls("after_sale"."return_to", "after_sale"."return_carrier") = 0)
        and ("after_sale"."status" <> 'returning' or ("after_sale"."return_to" is not null and "after_sale"."return_by" is not null))
        and ("after_sale"."status" <> 'returned' or ("after_sale"."return_carrier" is not null and "after_sale"."inspect_by" is not null)))
);
--> statement-breakpoint
CREATE TABLE "after_sale_item" (
	"after_sale_id" integer NOT NULL,
	"order_item_id" integer NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "after_sale_item_after_sale_id_order_item_id_pk" PRIMARY KEY("after_sale_id","order_item_id"),
	CONSTRAINT "after_sale_item_pieces" CHECK ("after_sale_item"."count" > 0 and "after_sale_item"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "after_sale_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sale_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"after_sale_id" integer NOT NULL,
	"action" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor" integer,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "after_sale_log_action" CHECK ("after_sale_log"."action" in ('request', 'approve', 'approve_return', 'reject', 'withdraw', 'return', 'lapse', 'receive', 'refuse', 'dispute', 'grant', 'deny', 'finish', 'fail'))
);
--> statement-breakpoint
CREATE TABLE "after_sale_picture" (
	"after_sale_id" integer NOT NULL,
	"object_id" integer NOT NULL,
	"sort_order" integer NOT NULL,
	"of_dispute" boolean DEFAULT false NOT NULL,
	CONSTRAINT "after_sale_picture_after_sale_id_object_id_pk" PRIMARY KEY("after_sale_id","object_id"),
	CONSTRAINT "after_sale_picture_object" UNIQUE("object_id")
);
--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_item" ADD CONSTRAINT "after_sale_item_after_sale_id_after_sale_id_fk" FOREIGN KEY ("after_sale_id") REFERENCES "public"."after_sale"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_item" ADD CONSTRAINT "after_sale_item_order_item_id_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_item"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_log" ADD CONSTRAINT "after_sale_log_after_sale_id_after_sale_id_fk" FOREIGN KEY ("after_sale_id") REFERENCES "public"."after_sale"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_picture" ADD CONSTRAINT "after_sale_picture_after_sale_id_after_sale_id_fk" FOREIGN KEY ("after_sale_id") REFERENCES "public"."after_sale"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_picture" ADD CONSTRAINT "after_sale_picture_object_id_file_object_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."file_object"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "after_sale_own" ON "after_sale" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "after_sale_by_status" ON "after_sale" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "after_sale_order" ON "after_sale" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "after_sale_open_orders" ON "after_sale" USING btree ("order_id") WHERE open;--> statement-breakpoint
CREATE INDEX "after_sale_return_tracking_no" ON "after_sale" USING btree ("return_tracking_no") WHERE return_tracking_no is not null;--> statement-breakpoint
CREATE INDEX "after_sale_next_try" ON "after_sale" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "after_sale_item_order_item" ON "after_sale_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "after_sale_item_one_open" ON "after_sale_item" USING btree ("order_item_id") WHERE open;--> statement-breakpoint
CREATE INDEX "after_sale_log_case" ON "after_sale_log" USING btree ("after_sale_id","id");