LOCK TABLE "api_key";
--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "mcp" boolean DEFAULT false NOT NULL;
