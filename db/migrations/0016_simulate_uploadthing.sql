CREATE TABLE "sandbox_upload" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_upload_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" text NOT NULL,
	"custom_id" text,
	"name" text,
	"mime" text,
	"acl" text,
	"bytes" "bytea",
	"metadata" jsonb,
	"callback_url" text,
	"callback_slug" text,
	"server_data" jsonb,
	"fault" text,
	CONSTRAINT "sandbox_upload_key" UNIQUE("key"),
	CONSTRAINT "sandbox_upload_custom_id" UNIQUE("custom_id")
);
--> statement-breakpoint
ALTER TABLE "sandbox_account" ADD COLUMN "upload_fault" text;