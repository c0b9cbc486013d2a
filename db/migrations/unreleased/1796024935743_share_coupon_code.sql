ALTER TABLE "promotion" ADD COLUMN "shared_code" text;--> statement-breakpoint
CREATE INDEX "promotion_shared_code" ON "promotion" USING btree (translate(shared_code, 'OIL', '011')) WHERE shared_code is not null;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_shared_code_source" CHECK ("promotion"."shared_code" is null or "promotion"."coupon_source" = 'code');