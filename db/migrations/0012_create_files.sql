CREATE TABLE "file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"folder_id" integer,
	"name" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"status" text DEFAULT 'ready' NOT NULL,
	"source_sha256" text,
	"uploaded_by" integer NOT NULL,
	CONSTRAINT "file_source" UNIQUE("source_sha256"),
	CONSTRAINT "file_kind" CHECK ("file"."kind" in ('image', 'document', 'video')),
	CONSTRAINT "file_status" CHECK ("file"."status" in ('ready', 'pending')),
	CONSTRAINT "file_ready_has_source" CHECK ("file"."status" = 'pending' or "file"."source_sha256" is not null)
);
--> statement-breakpoint
CREATE TABLE "file_folder" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_folder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"parent_id" integer,
	"name" text NOT NULL,
	CONSTRAINT "file_folder_parent_name" UNIQUE NULLS NOT DISTINCT("parent_id","name")
);
--> statement-breakpoint
CREATE TABLE "file_object" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_object_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"storage" text NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"mime" text NOT NULL,
	"size" bigint NOT NULL,
	"file_id" integer,
	"width" integer,
	"replaced_at" timestamp (3) with time zone,
	"user_id" integer,
	"remove_at" timestamp (3) with time zone,
	CONSTRAINT "file_object_key" UNIQUE("key"),
	CONSTRAINT "file_object_url" UNIQUE("url"),
	CONSTRAINT "file_object_storage" CHECK ("file_object"."storage" in ('local', 'uploadthing')),
	CONSTRAINT "file_object_has_one_owner" CHECK ("file_object"."file_id" is null or "file_object"."user_id" is null),
	CONSTRAINT "file_object_is_kept_or_removed" CHECK (num_nonnulls("file_object"."file_id", "file_object"."user_id", "file_object"."remove_at") > 0)
);
--> statement-breakpoint
CREATE TABLE "file_use" (
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_id" integer NOT NULL,
	"table" text NOT NULL,
	"record_id" integer NOT NULL,
	"field" text NOT NULL,
	CONSTRAINT "file_use_file_id_table_record_id_field_pk" PRIMARY KEY("file_id","table","record_id","field")
);
--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_folder_id_file_folder_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."file_folder"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_folder" ADD CONSTRAINT "file_folder_parent_id_file_folder_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."file_folder"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_object" ADD CONSTRAINT "file_object_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_object" ADD CONSTRAINT "file_object_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_use" ADD CONSTRAINT "file_use_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_folder_newest" ON "file" USING btree (coalesce("folder_id", 0),"id");--> statement-breakpoint
CREATE INDEX "file_name" ON "file" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "file_size" ON "file" USING btree ("size","id");--> statement-breakpoint
CREATE INDEX "file_kind_newest" ON "file" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "file_uploader" ON "file" USING btree ("uploaded_by","id");--> statement-breakpoint
CREATE INDEX "file_created" ON "file" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "file_object_current" ON "file_object" USING btree ("file_id",coalesce("width", 0)) WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "file_object_file" ON "file_object" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "file_object_user" ON "file_object" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "file_object_due" ON "file_object" USING btree ("remove_at") WHERE remove_at is not null;--> statement-breakpoint
CREATE INDEX "file_use_record" ON "file_use" USING btree ("table","record_id","field");--> statement-breakpoint
CREATE UNIQUE INDEX "file_use_order" ON "file_use" USING btree ("file_id") WHERE "table" = 'order_item';