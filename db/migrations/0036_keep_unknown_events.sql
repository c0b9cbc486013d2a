ALTER TABLE "platform_message" ADD COLUMN "body" text;--> statement-breakpoint
CREATE INDEX "platform_message_unknown" ON "platform_message" USING btree ("created_at") WHERE body is not null;