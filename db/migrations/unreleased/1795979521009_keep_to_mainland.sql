ALTER TABLE "freight_template" ADD COLUMN "only_mainland" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- The templates of a shop that has products deliver to where they did. A new installation has none yet.
UPDATE "freight_template" SET "only_mainland" = false WHERE EXISTS (SELECT FROM "product");
