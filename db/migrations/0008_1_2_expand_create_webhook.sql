LOCK TABLE "user", "event";
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"made_by" integer NOT NULL,
	"position" bigint NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_off_reason" CHECK ("webhook"."off_reason" in ('gone', 'unanswered', 'secret_lost')),
	CONSTRAINT "webhook_off" CHECK (not "webhook"."enabled" or "webhook"."off_reason" is null),
	CONSTRAINT "webhook_previous_until" CHECK (("webhook"."previous_secret" is null) = ("webhook"."previous_until" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"webhook_id" integer NOT NULL,
	"event_id" bigint NOT NULL,
	"status" text NOT NULL,
	"tries" integer NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"failure" text,
	"response_status" integer,
	"response_body" text,
	"duration_ms" integer NOT NULL,
	CONSTRAINT "webhook_delivery_event" UNIQUE("webhook_id","event_id"),
	CONSTRAINT "webhook_delivery_status" CHECK ("webhook_delivery"."status" in ('accepted', 'waiting', 'given_up')),
	CONSTRAINT "webhook_delivery_failure" CHECK ("webhook_delivery"."failure" in ('timeout', 'no_connection', 'unknown_host', 'refused_address', 'not_permitted')),
	CONSTRAINT "webhook_delivery_next" CHECK (("webhook_delivery"."status" = 'waiting') = ("webhook_delivery"."next_try_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_made_by_user_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "webhook_made_by" ON "webhook" USING btree ("made_by");
--> statement-breakpoint
CREATE INDEX "webhook_delivery_newest" ON "webhook_delivery" USING btree ("webhook_id","id");
--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("webhook_id","next_try_at") WHERE next_try_at is not null;
--> statement-breakpoint
CREATE INDEX "webhook_delivery_of_event" ON "webhook_delivery" USING btree ("event_id");
