CREATE TABLE "former_customer" (
	"openid_hash" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity" ADD COLUMN "is_returning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "former_customer_closed" ON "former_customer" USING btree ("closed_at");--> statement-breakpoint
-- An operator may have created the index of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "order_paid_promotion" ON "order" USING btree ("paid_at","promotion_amount") WHERE promotion_amount > 0 and paid_at is not null;