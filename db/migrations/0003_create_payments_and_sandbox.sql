CREATE TABLE "sandbox_account" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text DEFAULT 'default' NOT NULL,
	"appid" text NOT NULL,
	"secret" text NOT NULL,
	"mchid" text NOT NULL,
	"serial" text NOT NULL,
	"merchant_private_key" text NOT NULL,
	"apiv3_key" text NOT NULL,
	"platform_public_key_id" text NOT NULL,
	"platform_private_key" text NOT NULL,
	"platform_public_key" text NOT NULL,
	CONSTRAINT "sandbox_account_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "sandbox_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"openid" text NOT NULL,
	"phone" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_code_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "sandbox_delivery" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"url" text NOT NULL,
	"resource" jsonb NOT NULL,
	"original_type" text NOT NULL,
	"fault" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_status" integer,
	"last_answer" text,
	"delivered_at" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_delivery_event_id" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_refund" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"out_refund_no" text NOT NULL,
	"refund_id" text NOT NULL,
	"trade_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"notify_url" text,
	"state" text DEFAULT 'PROCESSING' NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_refund_out_refund_no" UNIQUE("out_refund_no"),
	CONSTRAINT "sandbox_refund_state" CHECK ("sandbox_refund"."state" in ('PROCESSING', 'SUCCESS', 'ABNORMAL', 'CLOSED'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_trade" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_trade_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"out_trade_no" text NOT NULL,
	"prepay_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"openid" text NOT NULL,
	"total" bigint NOT NULL,
	"notify_url" text NOT NULL,
	"state" text DEFAULT 'NOTPAY' NOT NULL,
	"transaction_id" text,
	"paid_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_trade_out_trade_no" UNIQUE("out_trade_no"),
	CONSTRAINT "sandbox_trade_prepay_id" UNIQUE("prepay_id"),
	CONSTRAINT "sandbox_trade_state" CHECK ("sandbox_trade"."state" in ('NOTPAY', 'SUCCESS', 'CLOSED', 'REFUND', 'PAYERROR'))
);
--> statement-breakpoint
ALTER TABLE "stock_log" DROP CONSTRAINT "stock_log_reason";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "prepay_request" jsonb;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "prepaid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "settles" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "returns_stock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "actor" integer;--> statement-breakpoint
ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_trade_id_sandbox_trade_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."sandbox_trade"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_shipped" ON "order" USING btree ("shipped_at") WHERE status = 'shipped';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_one_settles" ON "payment" USING btree ("order_id") WHERE settles;--> statement-breakpoint
ALTER TABLE "stock_log" ADD CONSTRAINT "stock_log_reason" CHECK ("stock_log"."reason" in ('initial', 'order_placed', 'order_cancelled', 'order_revived', 'adjusted', 'refunded'));