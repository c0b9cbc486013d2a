ALTER TABLE "import" DROP CONSTRAINT "import_kind";--> statement-breakpoint
ALTER TABLE "import" ADD CONSTRAINT "import_kind" CHECK ("import"."kind" in ('product', 'order', 'invoice', 'promotion'));