CREATE TABLE "invoice" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"order_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"tax_no" text,
	"email" text,
	"phone" text,
	"bank" text,
	"bank_account" text,
	"address" text,
	"lines_by" text NOT NULL,
	"amount" bigint,
	"number" text,
	"issued_at" timestamp (3) with time zone,
	"object_id" integer,
	"reason" text DEFAULT '' NOT NULL,
	"replaces_id" integer,
	CONSTRAINT "invoice_kind" CHECK ("invoice"."kind" in ('personal', 'company')),
	CONSTRAINT "invoice_status" CHECK ("invoice"."status" in ('requested', 'issued', 'to_replace', 'refused', 'replaced')),
	CONSTRAINT "invoice_lines_by" CHECK ("invoice"."lines_by" in ('goods', 'category')),
	CONSTRAINT "invoice_tax_no" CHECK (("invoice"."kind" = 'company') = ("invoice"."tax_no" is not null)),
	CONSTRAINT "invoice_issued" CHECK (num_nulls("invoice"."amount", "invoice"."number", "invoice"."issued_at") = case when "invoice"."status" in ('requested', 'refused') then 3 else 0 end
        and ("invoice"."amount" is null or "invoice"."amount" > 0))
);
--> statement-breakpoint
ALTER TABLE "import" DROP CONSTRAINT "import_kind";--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_object_id_file_object_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."file_object"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_replaces_id_invoice_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."invoice"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_open" ON "invoice" USING btree ("order_id") WHERE status in ('requested', 'issued', 'to_replace');--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("number") WHERE number is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_object" ON "invoice" USING btree ("object_id") WHERE object_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_replaces" ON "invoice" USING btree ("replaces_id") WHERE replaces_id is not null;--> statement-breakpoint
CREATE INDEX "invoice_order" ON "invoice" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "invoice_own" ON "invoice" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "invoice_by_status" ON "invoice" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "invoice_title" ON "invoice" USING btree (folded(title) text_pattern_ops,"id");--> statement-breakpoint
CREATE INDEX "invoice_tax" ON "invoice" USING btree ("tax_no","id") WHERE tax_no is not null;--> statement-breakpoint
ALTER TABLE "import" ADD CONSTRAINT "import_kind" CHECK ("import"."kind" in ('product', 'order', 'invoice'));