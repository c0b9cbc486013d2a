CREATE TABLE "auth" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auth_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" text NOT NULL,
	"module" text NOT NULL,
	"obsolete" boolean DEFAULT false NOT NULL,
	CONSTRAINT "auth_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "base_entry" (
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dict" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dict_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"type" text NOT NULL,
	"label" text NOT NULL,
	"label_en" text DEFAULT '' NOT NULL,
	"value" text NOT NULL,
	"tag_style" text DEFAULT 'default' NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "dict_value" UNIQUE("type","value"),
	CONSTRAINT "dict_tag_style" CHECK ("dict"."tag_style" in ('default', 'primary', 'success', 'info', 'warning', 'danger')),
	CONSTRAINT "dict_status" CHECK ("dict"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "dict_type" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dict_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "dict_type_type" UNIQUE("type"),
	CONSTRAINT "dict_type_status" CHECK ("dict_type"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "group_element" (
	"group_id" integer NOT NULL,
	"element_id" integer NOT NULL,
	CONSTRAINT "group_element_group_id_element_id_pk" PRIMARY KEY("group_id","element_id")
);
--> statement-breakpoint
CREATE TABLE "group_menu" (
	"group_id" integer NOT NULL,
	"menu_id" integer NOT NULL,
	CONSTRAINT "group_menu_group_id_menu_id_pk" PRIMARY KEY("group_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "oper_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "oper_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"request_id" text NOT NULL,
	"user_id" integer NOT NULL,
	"username" text NOT NULL,
	"module" text NOT NULL,
	"permission_code" text,
	"action" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"target_type" text,
	"target_id" text,
	"before" jsonb,
	"after" jsonb,
	"params" jsonb,
	"status" integer NOT NULL,
	"code" text,
	"success" boolean NOT NULL,
	"duration_ms" integer NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "element" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "element_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"menu_id" integer NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'button' NOT NULL,
	"permission_code" text,
	CONSTRAINT "element_code" UNIQUE("code"),
	CONSTRAINT "element_type" CHECK ("element"."type" in ('button', 'column', 'tab'))
);
--> statement-breakpoint
CREATE TABLE "menu" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"parent_id" integer,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"title_en" text DEFAULT '' NOT NULL,
	"path" text,
	"icon" text DEFAULT '' NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"permission_code" text,
	CONSTRAINT "menu_name" UNIQUE("name"),
	CONSTRAINT "menu_type" CHECK ("menu"."type" in ('directory', 'page', 'link')),
	CONSTRAINT "menu_path" CHECK (("menu"."type" = 'directory') = ("menu"."path" is null))
);
--> statement-breakpoint
DROP INDEX "error_log_last";--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "banner" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "category" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "group" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "error_log" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "theme" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "dict" ADD CONSTRAINT "dict_type_dict_type_type_fk" FOREIGN KEY ("type") REFERENCES "public"."dict_type"("type") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_element" ADD CONSTRAINT "group_element_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_element" ADD CONSTRAINT "group_element_element_id_element_id_fk" FOREIGN KEY ("element_id") REFERENCES "public"."element"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_menu" ADD CONSTRAINT "group_menu_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_menu" ADD CONSTRAINT "group_menu_menu_id_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "element" ADD CONSTRAINT "element_menu_id_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu" ADD CONSTRAINT "menu_parent_id_menu_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menu"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dict_one_default" ON "dict" USING btree ("type") WHERE "dict"."is_default";--> statement-breakpoint
CREATE INDEX "dict_order" ON "dict" USING btree ("type","sort_order","id");--> statement-breakpoint
CREATE INDEX "group_element_element" ON "group_element" USING btree ("element_id");--> statement-breakpoint
CREATE INDEX "group_menu_menu" ON "group_menu" USING btree ("menu_id");--> statement-breakpoint
CREATE INDEX "oper_log_user" ON "oper_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "oper_log_module" ON "oper_log" USING btree ("module","id");--> statement-breakpoint
CREATE INDEX "oper_log_action" ON "oper_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "oper_log_success" ON "oper_log" USING btree ("success","id");--> statement-breakpoint
CREATE INDEX "oper_log_target" ON "oper_log" USING btree ("target_type","target_id","id");--> statement-breakpoint
CREATE INDEX "oper_log_request" ON "oper_log" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "oper_log_created" ON "oper_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "element_menu" ON "element" USING btree ("menu_id","id");--> statement-breakpoint
CREATE INDEX "menu_parent" ON "menu" USING btree ("parent_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "group_permission_code" ON "group_permission" USING btree ("code");--> statement-breakpoint
CREATE INDEX "error_log_by_status" ON "error_log" USING btree ("status","last_at","id");--> statement-breakpoint
CREATE INDEX "error_log_requests" ON "error_log" USING gin ("request_ids");--> statement-breakpoint
CREATE INDEX "login_log_user" ON "login_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "error_log_last" ON "error_log" USING btree ("last_at","id");