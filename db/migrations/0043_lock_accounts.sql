ALTER TABLE "rate_limit" ADD COLUMN "locks" integer;--> statement-breakpoint
CREATE INDEX "rate_limit_locks" ON "rate_limit" USING btree ("locks") WHERE locks is not null;