CREATE TABLE "notice_read" (
	"user_id" integer NOT NULL,
	"notice_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_read_user_id_notice_id_pk" PRIMARY KEY("user_id","notice_id")
);
--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "source" text DEFAULT 'staff' NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "params" jsonb;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "permission_code" text;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_read_latest" ON "notice_read" USING btree ("notice_id","read_at","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_system_open" ON "notice" USING btree ("kind","subject") WHERE source = 'system' and status = 'published';--> statement-breakpoint
CREATE INDEX "notice_system_created" ON "notice" USING btree ("created_at") WHERE source = 'system';--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_source" CHECK ("notice"."source" in ('staff', 'system'));--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_system_kind" CHECK (("notice"."source" = 'system') = ("notice"."kind" is not null and "notice"."subject" is not null));--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_system_audience" CHECK ("notice"."source" = 'staff' or "notice"."audience" = 'staff');