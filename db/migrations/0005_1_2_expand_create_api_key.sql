LOCK TABLE "user";
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"hint" text NOT NULL,
	"secret_hash" text NOT NULL,
	"previous_hash" text,
	"previous_until" timestamp (3) with time zone,
	"previous_used_at" timestamp (3) with time zone,
	"permission_codes" text[] NOT NULL,
	"access" text NOT NULL,
	"allowed_ips" text[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_by" integer NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_ip" text,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_key_secret" UNIQUE("secret_hash"),
	CONSTRAINT "api_key_access" CHECK ("api_key"."access" in ('read', 'write')),
	CONSTRAINT "api_key_previous_until" CHECK (("api_key"."previous_hash" is null) = ("api_key"."previous_until" is null))
);
--> statement-breakpoint
ALTER TABLE "user" DROP CONSTRAINT "user_kind";
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_id_user_id_fk" FOREIGN KEY ("id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "api_key_previous" ON "api_key" USING btree ("previous_hash") WHERE previous_hash is not null;
--> statement-breakpoint
CREATE INDEX "api_key_created_by" ON "api_key" USING btree ("created_by");
--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_kind" CHECK ("user"."kind" in ('customer', 'staff', 'key')) NOT VALID;
