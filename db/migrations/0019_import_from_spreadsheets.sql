CREATE TABLE "import" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"columns" text[] NOT NULL,
	"created_by" integer NOT NULL,
	CONSTRAINT "import_kind" CHECK ("import"."kind" in ('product'))
);
--> statement-breakpoint
CREATE TABLE "import_row" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"import_id" integer NOT NULL,
	"line" integer NOT NULL,
	"record_line" integer NOT NULL,
	"cells" text[] NOT NULL,
	"result" text NOT NULL,
	"target" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	"pending" boolean NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "import_row_result" CHECK ("import_row"."result" in ('create', 'update', 'unchanged', 'error'))
);
--> statement-breakpoint
ALTER TABLE "import_row" ADD CONSTRAINT "import_row_import_id_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_created" ON "import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "import_row_import" ON "import_row" USING btree ("import_id","result","id");--> statement-breakpoint
CREATE INDEX "import_row_pending" ON "import_row" USING btree ("import_id","id") WHERE pending and line = record_line;--> statement-breakpoint
CREATE INDEX "import_row_record" ON "import_row" USING btree ("import_id","record_line");