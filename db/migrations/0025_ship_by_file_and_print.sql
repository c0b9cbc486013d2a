CREATE TABLE "order_print" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_print_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"actor" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import" DROP CONSTRAINT "import_kind";--> statement-breakpoint
ALTER TABLE "order_print" ADD CONSTRAINT "order_print_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_print_order" ON "order_print" USING btree ("order_id","id");--> statement-breakpoint
ALTER TABLE "import" ADD CONSTRAINT "import_kind" CHECK ("import"."kind" in ('product', 'order'));