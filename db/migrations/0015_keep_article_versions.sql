CREATE TABLE "article_version" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_version_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"article_id" integer NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"words" integer NOT NULL,
	"excerpt" text NOT NULL,
	"saved_by" integer
);
--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "words" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "excerpt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "article_version" ADD CONSTRAINT "article_version_article_id_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_version_article" ON "article_version" USING btree ("article_id","id");--> statement-breakpoint
-- About right, as every Chinese character counts as one word; the next change of the content counts exactly.
UPDATE "article" SET "words" = length(regexp_replace("content", '<[^>]*>|&[a-zA-Z#0-9]+;|\s', '', 'g'));--> statement-breakpoint
INSERT INTO "article_version" ("article_id", "content", "words", "excerpt", "created_at", "saved_by") SELECT "id", "content", "words", "excerpt", "updated_at", "updated_by" FROM "article";
