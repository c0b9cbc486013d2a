ALTER TABLE "refund" DROP CONSTRAINT "refund_status";--> statement-breakpoint
DROP INDEX "refund_abnormal";--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "refusal_code" text;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_trade" ADD COLUMN "refund_fault" text;--> statement-breakpoint
CREATE INDEX "refund_failed" ON "refund" USING btree ("id","status") WHERE status in ('abnormal', 'refused');--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_status" CHECK ("refund"."status" in ('processing', 'succeeded', 'abnormal', 'refused', 'closed'));