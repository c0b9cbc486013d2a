CREATE TABLE "address" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"mobile" text NOT NULL,
	"province" text NOT NULL,
	"city" text NOT NULL,
	"district" text DEFAULT '' NOT NULL,
	"detail" text NOT NULL,
	"postal_code" text,
	"is_default" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"type" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"image_url" text,
	"author" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "article_type" CHECK ("article"."type" in (1, 2, 3)),
	CONSTRAINT "article_status" CHECK ("article"."status" in ('draft', 'published', 'offline'))
);
--> statement-breakpoint
CREATE TABLE "banner" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banner_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	CONSTRAINT "banner_name" UNIQUE("name"),
	CONSTRAINT "banner_status" CHECK ("banner"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "banner_item" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banner_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"banner_id" integer NOT NULL,
	"image_url" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"target_type" text DEFAULT 'none' NOT NULL,
	"target" text,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "banner_item_target_type" CHECK ("banner_item"."target_type" in ('none', 'product', 'theme', 'category', 'article', 'url'))
);
--> statement-breakpoint
CREATE TABLE "category" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"parent_id" integer,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	CONSTRAINT "category_status" CHECK ("category"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "config" (
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_by" integer
);
--> statement-breakpoint
CREATE TABLE "group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	CONSTRAINT "group_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "group_permission" (
	"group_id" integer NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "group_permission_group_id_code_pk" PRIMARY KEY("group_id","code")
);
--> statement-breakpoint
CREATE TABLE "user_group" (
	"user_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	CONSTRAINT "user_group_user_id_group_id_pk" PRIMARY KEY("user_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "error_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "error_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"message" text NOT NULL,
	"stack" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"request_ids" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "error_log_fingerprint" UNIQUE("fingerprint"),
	CONSTRAINT "error_log_status" CHECK ("error_log"."status" in ('new', 'resolved', 'ignored'))
);
--> statement-breakpoint
CREATE TABLE "login_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"account" text NOT NULL,
	"type" integer NOT NULL,
	"user_id" integer,
	"success" boolean NOT NULL,
	"reason" text,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "login_log_reason" CHECK ("login_log"."reason" in ('unknown_account', 'wrong_secret', 'locked', 'disabled', 'code_refused'))
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"type" integer DEFAULT 1 NOT NULL,
	"audience" text DEFAULT 'all' NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "notice_type" CHECK ("notice"."type" in (1, 2)),
	CONSTRAINT "notice_audience" CHECK ("notice"."audience" in ('staff', 'customer', 'all')),
	CONSTRAINT "notice_status" CHECK ("notice"."status" in ('draft', 'published', 'offline'))
);
--> statement-breakpoint
CREATE TABLE "order" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"order_no" text NOT NULL,
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'unpaid' NOT NULL,
	"items_amount" bigint NOT NULL,
	"freight_amount" bigint DEFAULT 0 NOT NULL,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"total_amount" bigint NOT NULL,
	"paid_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"seller_remark" text DEFAULT '' NOT NULL,
	"receiver" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"next_try_at" timestamp (3) with time zone,
	CONSTRAINT "order_order_no" UNIQUE("order_no"),
	CONSTRAINT "order_status" CHECK ("order"."status" in ('unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded')),
	CONSTRAINT "order_amounts" CHECK ("order"."total_amount" = "order"."items_amount" + "order"."freight_amount" - "order"."discount_amount" and "order"."total_amount" >= 0
        and "order"."refunded_amount" between 0 and "order"."paid_amount")
);
--> statement-breakpoint
CREATE TABLE "order_item" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"name" text NOT NULL,
	"spec_text" text NOT NULL,
	"image_url" text,
	"price" integer NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "order_item_sku" UNIQUE("order_id","sku_id"),
	CONSTRAINT "order_item_amount" CHECK ("order_item"."count" > 0 and "order_item"."amount" = "order_item"."price"::bigint * "order_item"."count")
);
--> statement-breakpoint
CREATE TABLE "order_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"action" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor" integer,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_log_action" CHECK ("order_log"."action" in ('place', 'pay', 'ship', 'complete', 'cancel', 'expire', 'revive', 'refund'))
);
--> statement-breakpoint
CREATE TABLE "shipment" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"carrier" text NOT NULL,
	"tracking_no" text NOT NULL,
	"shipped_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"payment_no" text NOT NULL,
	"order_id" integer NOT NULL,
	"provider" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"prepay_id" text,
	"transaction_id" text,
	"payer" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone,
	CONSTRAINT "payment_payment_no" UNIQUE("payment_no"),
	CONSTRAINT "payment_transaction_id" UNIQUE("transaction_id"),
	CONSTRAINT "payment_status" CHECK ("payment"."status" in ('created', 'prepaid', 'paid', 'closing', 'closed', 'failed')),
	CONSTRAINT "payment_amount" CHECK ("payment"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"digest" text NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "payment_event_event_id" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"refund_no" text NOT NULL,
	"payment_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'processing' NOT NULL,
	"provider_refund_id" text,
	"next_try_at" timestamp (3) with time zone,
	CONSTRAINT "refund_refund_no" UNIQUE("refund_no"),
	CONSTRAINT "refund_status" CHECK ("refund"."status" in ('processing', 'succeeded', 'abnormal', 'closed')),
	CONSTRAINT "refund_amount" CHECK ("refund"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"category_id" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"images" text[] DEFAULT '{}' NOT NULL,
	"properties" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"specs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"sold_count" integer DEFAULT 0 NOT NULL,
	"price" integer DEFAULT 0 NOT NULL,
	"market_price" integer,
	"grams" text[] GENERATED ALWAYS AS (grams(product_text("name", "summary", "properties"))) STORED NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "product_status" CHECK ("product"."status" in ('draft', 'on_sale', 'off_sale')),
	CONSTRAINT "product_price" CHECK ("product"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sku" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sku_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"product_id" integer NOT NULL,
	"sku_no" text NOT NULL,
	"spec_values" text[] DEFAULT '{}' NOT NULL,
	"price" integer NOT NULL,
	"market_price" integer,
	"cost" integer,
	"stock" integer DEFAULT 0 NOT NULL,
	"image_url" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "sku_stock_not_negative" CHECK ("sku"."stock" >= 0),
	CONSTRAINT "sku_price" CHECK ("sku"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sku_id" integer NOT NULL,
	"delta" integer NOT NULL,
	"balance" integer NOT NULL,
	"reason" text NOT NULL,
	"order_id" integer,
	"actor" integer,
	CONSTRAINT "stock_log_reason" CHECK ("stock_log"."reason" in ('initial', 'order_placed', 'order_cancelled', 'adjusted', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"user_id" integer NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"location" text,
	"body" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_user_id_method_path_key_pk" PRIMARY KEY("user_id","method","path","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "theme" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "theme_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"topic_image_url" text,
	"head_image_url" text,
	"status" text DEFAULT 'enabled' NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "theme_status" CHECK ("theme"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "theme_product" (
	"theme_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "theme_product_theme_id_product_id_pk" PRIMARY KEY("theme_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "identity" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"type" integer NOT NULL,
	"identifier" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	CONSTRAINT "identity_type_identifier" UNIQUE("type","identifier"),
	CONSTRAINT "identity_user_type" UNIQUE("user_id","type"),
	CONSTRAINT "identity_type" CHECK ("identity"."type" in (100, 101, 102, 200))
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"client_type" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "session_token_hash" UNIQUE("token_hash"),
	CONSTRAINT "session_client_type" CHECK ("session"."client_type" in ('mini_program', 'browser', 'other'))
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"avatar_url" text,
	"gender" text DEFAULT 'unknown' NOT NULL,
	"birthday" date,
	"status" text DEFAULT 'active' NOT NULL,
	"is_root" boolean DEFAULT false NOT NULL,
	"secret_hash" text,
	"must_change_secret" boolean DEFAULT false NOT NULL,
	"sandbox" boolean DEFAULT false NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "user_kind" CHECK ("user"."kind" in ('customer', 'staff')),
	CONSTRAINT "user_gender" CHECK ("user"."gender" in ('unknown', 'male', 'female')),
	CONSTRAINT "user_status" CHECK ("user"."status" in ('active', 'disabled')),
	CONSTRAINT "user_root_is_staff" CHECK (not "user"."is_root" or "user"."kind" = 'staff')
);
--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banner_item" ADD CONSTRAINT "banner_item_banner_id_banner_id_fk" FOREIGN KEY ("banner_id") REFERENCES "public"."banner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_parent_id_category_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."category"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_permission" ADD CONSTRAINT "group_permission_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_log" ADD CONSTRAINT "order_log_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku" ADD CONSTRAINT "sku_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_log" ADD CONSTRAINT "stock_log_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "theme_product" ADD CONSTRAINT "theme_product_theme_id_theme_id_fk" FOREIGN KEY ("theme_id") REFERENCES "public"."theme"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "theme_product" ADD CONSTRAINT "theme_product_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_user" ON "address" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "address_one_default" ON "address" USING btree ("user_id") WHERE "address"."is_default";--> statement-breakpoint
CREATE INDEX "article_published" ON "article" USING btree ("published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "banner_item_banner" ON "banner_item" USING btree ("banner_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "category_parent" ON "category" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "user_group_group" ON "user_group" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "error_log_last" ON "error_log" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "login_log_account" ON "login_log" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "login_log_success" ON "login_log" USING btree ("success","id");--> statement-breakpoint
CREATE INDEX "login_log_created" ON "login_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notice_published" ON "notice" USING btree ("published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "order_own" ON "order" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "order_own_by_status" ON "order" USING btree ("user_id","status","id");--> statement-breakpoint
CREATE INDEX "order_by_status" ON "order" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "order_next_try" ON "order" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "order_log_order" ON "order_log" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "shipment_order" ON "shipment" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_order" ON "payment" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_one_open" ON "payment" USING btree ("order_id") WHERE status in ('created', 'prepaid');--> statement-breakpoint
CREATE INDEX "payment_next_try" ON "payment" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_next_try" ON "refund" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "product_by_sort_order" ON "product" USING btree ("category_id","sort_order","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_by_price" ON "product" USING btree ("category_id","price","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_by_sold_count" ON "product" USING btree ("category_id","sold_count","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_by_created_at" ON "product" USING btree ("category_id","created_at","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_newest" ON "product" USING btree ("id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_grams" ON "product" USING gin ("grams");--> statement-breakpoint
CREATE INDEX "sku_product" ON "sku" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sku_sku_no" ON "sku" USING btree ("sku_no") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "stock_log_sku" ON "stock_log" USING btree ("sku_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_limit_expires" ON "rate_limit" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "theme_product_product" ON "theme_product" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_kind_newest" ON "user" USING btree ("kind","id");