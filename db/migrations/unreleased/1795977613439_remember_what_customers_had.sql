ALTER TABLE "former_customer" ADD COLUMN "is_returning" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "former_customer" ADD COLUMN "had" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "identity" ADD COLUMN "had" jsonb DEFAULT '{}'::jsonb NOT NULL;