-- The schema of version 1.0 (docs/decisions/035). The columns of a table are in the order in which they were added before it.

-- Where a column has the address of a file, as a path of the JSON that is sent for it.
create or replace function file_address_place(value jsonb, field text, address text) returns text language sql immutable as $$
  select case
    when field = 'specs' then (
      select concat('specs.', spec_place - 1, '.values.', value_place - 1, '.image_url')
      from jsonb_array_elements(value) with ordinality s(spec, spec_place)
      cross join jsonb_array_elements(spec -> 'values') with ordinality v(spec_value, value_place)
      where spec_value ->> 'image_url' = address
      limit 1)
    when jsonb_typeof(value) = 'array' then
      concat(field, '.', array_position(array(select jsonb_array_elements_text(value)), address) - 1)
    else field
  end
$$;
--> statement-breakpoint
-- Chinese has no spaces between words and trigram indexes cannot serve a word of two characters.
-- So a text is indexed by all its pieces of one and two characters; a search asks for all pieces of two of its term
-- and then compares the term itself.
create or replace function grams(t text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct g), '{}')
  from (
    select substr(l, i, n) as g
    from (select lower(t) as l) x, generate_series(1, char_length(t)) i, (values (1), (2)) v(n)
    where i + n - 1 <= char_length(t)
  ) y
$$;
--> statement-breakpoint
-- What a term is looked up with: its pieces of two characters; a term of one character is its own piece.
create or replace function search_grams(q text) returns text[] language sql immutable strict parallel safe as $$
  select case when char_length(q) < 2 then array[lower(q)] else (
    select array_agg(distinct substr(l, i, 2)) from (select lower(q) as l) x, generate_series(1, char_length(q) - 1) i
  ) end
$$;
--> statement-breakpoint
-- What the words of a search are looked up with.
create or replace function search_pieces(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct piece) from unnest(words) word, unnest(search_grams(word)) piece
$$;
--> statement-breakpoint
-- Whether no word has more than two characters: such words are pieces themselves and need no comparison with the text.
create or replace function are_pieces(words text[]) returns boolean language sql immutable strict parallel safe as $$
  select bool_and(char_length(word) <= 2) from unnest(words) word
$$;
--> statement-breakpoint
-- The searchable text of a product, in lower case. `properties` have a name and a detail, or, as specs that customers read, a name
-- and values.
create or replace function product_text(name text, summary text, properties jsonb) returns text language sql immutable strict parallel safe as $$
  select lower(name || E'\n' || summary || E'\n' || coalesce(
    (select string_agg((p ->> 'name') || ' ' || coalesce(p ->> 'detail',
      (select string_agg(v, ' ') from jsonb_array_elements_text(p -> 'values') v), ''), E'\n') from jsonb_array_elements(properties) p), ''))
$$;
--> statement-breakpoint
-- The specs of a product as customers read them: names only, without those that were removed.
create or replace function shown_specs(specs jsonb) returns jsonb language sql immutable strict parallel safe as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', s.spec ->> 'name', 'values', (
    select coalesce(jsonb_agg(v.value -> 'name' order by v.place), '[]')
    from jsonb_array_elements(s.spec -> 'values') with ordinality v(value, place)
    where v.value -> 'removed' is null
  )) order by s.place), '[]')
  from jsonb_array_elements(specs) with ordinality s(spec, place)
  where s.spec -> 'removed' is null
$$;
--> statement-breakpoint
-- Whether a name contains all words, which are in lower case.
create or replace function name_holds(name text, words text[]) returns boolean language plpgsql immutable strict parallel safe as $$
declare
  t text := lower(name);
  word text;
begin
  foreach word in array words loop
    if strpos(t, word) = 0 then return false; end if;
  end loop;
  return true;
end $$;
--> statement-breakpoint
-- Whether a product that has all pieces of the words also has the words.
create or replace function product_holds(name text, summary text, properties jsonb, words text[]) returns boolean
language plpgsql immutable strict parallel safe as $$
declare
  head text;
  t text; -- takes several times as long as the head
  word text;
begin
  foreach word in array words loop
    if char_length(word) > 2 then
      head := coalesce(head, lower(name || E'\n' || summary));
      continue when strpos(head, word) > 0;
      t := coalesce(t, product_text(name, summary, properties));
      if strpos(t, word) = 0 then return false; end if;
    end if;
  end loop;
  return true;
end $$;
--> statement-breakpoint
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
CREATE TABLE "after_sale" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sale_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"no" text NOT NULL,
	"order_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	"reason_code" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"requested_amount" bigint NOT NULL,
	"freight_amount" bigint DEFAULT 0 NOT NULL,
	"approved_amount" bigint,
	"return_to" text,
	"return_carrier" text,
	"return_tracking_no" text,
	"decide_by" timestamp (3) with time zone NOT NULL,
	"return_by" timestamp (3) with time zone,
	"inspect_by" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"disputed_at" timestamp (3) with time zone,
	"dispute_description" text DEFAULT '' NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"refund_id" integer,
	"next_try_at" timestamp (3) with time zone,
	CONSTRAINT "after_sale_no" UNIQUE("no"),
	CONSTRAINT "after_sale_refund" UNIQUE("refund_id"),
	CONSTRAINT "after_sale_kind" CHECK ("after_sale"."kind" in ('refund', 'return_refund')),
	CONSTRAINT "after_sale_status" CHECK ("after_sale"."status" in ('requested', 'returning', 'returned', 'disputed', 'refunding', 'done', 'rejected', 'withdrawn', 'expired')),
	CONSTRAINT "after_sale_open" CHECK ("after_sale"."open" = ("after_sale"."status" not in ('done', 'rejected', 'withdrawn', 'expired'))),
	CONSTRAINT "after_sale_closed" CHECK ("after_sale"."open" = ("after_sale"."closed_at" is null)),
	CONSTRAINT "after_sale_amounts" CHECK ("after_sale"."requested_amount" > 0 and "after_sale"."freight_amount" between 0 and "after_sale"."requested_amount"
        and ("after_sale"."freight_amount" = 0 or "after_sale"."kind" = 'refund')
        and ("after_sale"."approved_amount" is null or "after_sale"."approved_amount" between 1 and "after_sale"."requested_amount")),
	CONSTRAINT "after_sale_paid" CHECK (("after_sale"."refund_id" is not null) = ("after_sale"."status" in ('refunding', 'done'))),
	CONSTRAINT "after_sale_return" CHECK (num_nulls("after_sale"."return_carrier", "after_sale"."return_tracking_no") in (0, 2)
        and ("after_sale"."kind" = 'return_refund' or num_nonnulls("after_sale"."return_to", "after_sale"."return_carrier") = 0)
        and ("after_sale"."status" <> 'returning' or ("after_sale"."return_to" is not null and "after_sale"."return_by" is not null))
        and ("after_sale"."status" <> 'returned' or ("after_sale"."return_carrier" is not null and "after_sale"."inspect_by" is not null)))
);
--> statement-breakpoint
CREATE TABLE "after_sale_item" (
	"after_sale_id" integer NOT NULL,
	"order_item_id" integer NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "after_sale_item_after_sale_id_order_item_id_pk" PRIMARY KEY("after_sale_id","order_item_id"),
	CONSTRAINT "after_sale_item_pieces" CHECK ("after_sale_item"."count" >= 0 and "after_sale_item"."amount" >= 0 and ("after_sale_item"."count" > 0 or "after_sale_item"."amount" > 0))
);
--> statement-breakpoint
CREATE TABLE "after_sale_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sale_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"after_sale_id" integer NOT NULL,
	"action" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor" integer,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "after_sale_log_action" CHECK ("after_sale_log"."action" in ('request', 'approve', 'approve_return', 'reject', 'withdraw', 'return', 'lapse', 'receive', 'refuse', 'dispute', 'grant', 'deny', 'finish', 'fail'))
);
--> statement-breakpoint
CREATE TABLE "after_sale_picture" (
	"after_sale_id" integer NOT NULL,
	"object_id" integer NOT NULL,
	"sort_order" integer NOT NULL,
	"of_dispute" boolean DEFAULT false NOT NULL,
	CONSTRAINT "after_sale_picture_after_sale_id_object_id_pk" PRIMARY KEY("after_sale_id","object_id"),
	CONSTRAINT "after_sale_picture_object" UNIQUE("object_id")
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
	"updated_by" integer,
	"words" integer DEFAULT 0 NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	CONSTRAINT "article_type" CHECK ("article"."type" in (1, 2, 3)),
	CONSTRAINT "article_status" CHECK ("article"."status" in ('draft', 'published', 'offline'))
);
--> statement-breakpoint
CREATE TABLE "article_version" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_version_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"article_id" integer NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"words" integer NOT NULL,
	"excerpt" text NOT NULL,
	"saved_by" integer
);
--> statement-breakpoint
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
CREATE TABLE "operation" (
	"method" text NOT NULL,
	"path" text NOT NULL,
	"summary" text NOT NULL,
	"code" text,
	"also" text[] NOT NULL,
	"sort_order" integer NOT NULL,
	CONSTRAINT "operation_method_path_pk" PRIMARY KEY("method","path")
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
	"updated_by" integer,
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
CREATE TABLE "base_entry" (
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_item" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"count" integer NOT NULL,
	"checked" boolean DEFAULT true NOT NULL,
	CONSTRAINT "cart_item_user_id_sku_id" UNIQUE("user_id","sku_id"),
	CONSTRAINT "cart_item_count" CHECK ("cart_item"."count" between 1 and 999)
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
	"updated_by" integer,
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
CREATE TABLE "file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"folder_id" integer,
	"name" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"status" text DEFAULT 'ready' NOT NULL,
	"source_sha256" text,
	"uploaded_by" integer NOT NULL,
	CONSTRAINT "file_source" UNIQUE("source_sha256"),
	CONSTRAINT "file_kind" CHECK ("file"."kind" in ('image', 'document', 'video')),
	CONSTRAINT "file_status" CHECK ("file"."status" in ('ready', 'pending')),
	CONSTRAINT "file_ready_has_source" CHECK ("file"."status" = 'pending' or "file"."source_sha256" is not null)
);
--> statement-breakpoint
CREATE TABLE "file_folder" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_folder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"parent_id" integer,
	"name" text NOT NULL,
	CONSTRAINT "file_folder_parent_name" UNIQUE NULLS NOT DISTINCT("parent_id","name")
);
--> statement-breakpoint
CREATE TABLE "file_object" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_object_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"storage" text NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"mime" text NOT NULL,
	"size" bigint NOT NULL,
	"file_id" integer,
	"width" integer,
	"replaced_at" timestamp (3) with time zone,
	"user_id" integer,
	"remove_at" timestamp (3) with time zone,
	CONSTRAINT "file_object_key" UNIQUE("key"),
	CONSTRAINT "file_object_url" UNIQUE("url"),
	CONSTRAINT "file_object_storage" CHECK ("file_object"."storage" in ('local', 'uploadthing', 'bundled')),
	CONSTRAINT "file_object_has_one_owner" CHECK ("file_object"."file_id" is null or "file_object"."user_id" is null),
	CONSTRAINT "file_object_is_kept_or_removed" CHECK (num_nonnulls("file_object"."file_id", "file_object"."user_id", "file_object"."remove_at") > 0)
);
--> statement-breakpoint
CREATE TABLE "file_use" (
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_id" integer NOT NULL,
	"table" text NOT NULL,
	"record_id" integer NOT NULL,
	"field" text NOT NULL,
	CONSTRAINT "file_use_file_id_table_record_id_field_pk" PRIMARY KEY("file_id","table","record_id","field")
);
--> statement-breakpoint
CREATE TABLE "group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"updated_by" integer,
	CONSTRAINT "group_name" UNIQUE("name")
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
CREATE TABLE "import" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"columns" text[] NOT NULL,
	"created_by" integer NOT NULL,
	CONSTRAINT "import_kind" CHECK ("import"."kind" in ('product', 'order'))
);
--> statement-breakpoint
CREATE TABLE "import_row" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"import_id" integer NOT NULL,
	"line" integer NOT NULL,
	"record_line" integer NOT NULL,
	"cells" text[] NOT NULL,
	"result" text NOT NULL,
	"target" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	"pending" boolean NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "import_row_result" CHECK ("import_row"."result" in ('create', 'update', 'unchanged', 'error'))
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
	"updated_by" integer,
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
CREATE TABLE "oper_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "oper_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"request_id" text NOT NULL,
	"user_id" integer,
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
	"user_agent" text NOT NULL,
	"target_name" text
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
	"updated_by" integer,
	"pinned" boolean DEFAULT false NOT NULL,
	"source" text DEFAULT 'staff' NOT NULL,
	"kind" text,
	"subject" text,
	"params" jsonb,
	"link" text,
	"permission_code" text,
	CONSTRAINT "notice_type" CHECK ("notice"."type" in (1, 2)),
	CONSTRAINT "notice_source" CHECK ("notice"."source" in ('staff', 'system')),
	CONSTRAINT "notice_audience" CHECK ("notice"."audience" in ('staff', 'customer', 'all')),
	CONSTRAINT "notice_status" CHECK ("notice"."status" in ('draft', 'published', 'offline')),
	CONSTRAINT "notice_system_kind" CHECK (("notice"."source" = 'system') = ("notice"."kind" is not null and "notice"."subject" is not null)),
	CONSTRAINT "notice_system_audience" CHECK ("notice"."source" = 'staff' or "notice"."audience" = 'staff')
);
--> statement-breakpoint
CREATE TABLE "notice_read" (
	"user_id" integer NOT NULL,
	"notice_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_read_user_id_notice_id_pk" PRIMARY KEY("user_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "buyer" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"first_paid_at" timestamp (3) with time zone NOT NULL
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
	"updated_by" integer,
	"promised_amount" bigint DEFAULT 0 NOT NULL,
	"promised_freight" bigint DEFAULT 0 NOT NULL,
	"fulfilment" text DEFAULT 'none' NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	CONSTRAINT "order_order_no" UNIQUE("order_no"),
	CONSTRAINT "order_status" CHECK ("order"."status" in ('unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded')),
	CONSTRAINT "order_fulfilment" CHECK ("order"."fulfilment" in ('none', 'part', 'all')),
	CONSTRAINT "order_amounts" CHECK ("order"."total_amount" = "order"."items_amount" + "order"."freight_amount" - "order"."discount_amount" and "order"."total_amount" >= 0
        and "order"."refunded_amount" between 0 and "order"."paid_amount"),
	CONSTRAINT "order_promised" CHECK ("order"."promised_amount" between "order"."refunded_amount" and "order"."paid_amount"
        and "order"."promised_freight" between 0 and least("order"."freight_amount", "order"."promised_amount"))
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
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"paid_amount" bigint GENERATED ALWAYS AS ("amount" - "discount_amount") STORED NOT NULL,
	"shipped_count" integer DEFAULT 0 NOT NULL,
	"refunded_count" integer DEFAULT 0 NOT NULL,
	"kept_count" integer DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "order_item_sku" UNIQUE("order_id","sku_id"),
	CONSTRAINT "order_item_amount" CHECK ("order_item"."count" > 0 and "order_item"."amount" = "order_item"."price"::bigint * "order_item"."count"),
	CONSTRAINT "order_item_paid" CHECK ("order_item"."discount_amount" between 0 and "order_item"."amount" and "order_item"."refunded_amount" between 0 and "order_item"."paid_amount"),
	CONSTRAINT "order_item_pieces" CHECK ("order_item"."shipped_count" >= 0 and "order_item"."kept_count" >= 0 and "order_item"."shipped_count" + "order_item"."kept_count" <= "order_item"."count"
        and "order_item"."refunded_count" between "order_item"."kept_count" and "order_item"."kept_count" + "order_item"."shipped_count")
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
	CONSTRAINT "order_log_action" CHECK ("order_log"."action" in ('place', 'pay', 'reprice', 'readdress', 'ship', 'complete', 'cancel', 'expire', 'revive', 'refund'))
);
--> statement-breakpoint
CREATE TABLE "order_note" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"text" text NOT NULL,
	"pinned" boolean NOT NULL,
	"actor" integer NOT NULL,
	"for_parcel" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_print" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_print_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"actor" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"carrier" text,
	"tracking_no" text,
	"shipped_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"method" text DEFAULT 'express' NOT NULL,
	"actor" integer,
	"revoked_at" timestamp (3) with time zone,
	"corrected_at" timestamp (3) with time zone,
	"corrected_by" integer,
	"revoked_by" integer,
	"tried_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	"reported_as" text,
	CONSTRAINT "shipment_method" CHECK ("shipment"."method" in ('express', 'local', 'virtual', 'pickup')),
	CONSTRAINT "shipment_carrier" CHECK (num_nulls("shipment"."carrier", "shipment"."tracking_no") = case when "shipment"."method" = 'express' then 0 else 2 end)
);
--> statement-breakpoint
CREATE TABLE "shipment_item" (
	"shipment_id" integer NOT NULL,
	"order_item_id" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "shipment_item_shipment_id_order_item_id_pk" PRIMARY KEY("shipment_id","order_item_id"),
	CONSTRAINT "shipment_item_count" CHECK ("shipment_item"."count" > 0)
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
	"prepay_request" jsonb,
	"prepaid_at" timestamp (3) with time zone,
	"settles" boolean DEFAULT false NOT NULL,
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
	"actor" integer,
	"freight_amount" bigint DEFAULT 0 NOT NULL,
	"reason_code" text,
	"note" text DEFAULT '' NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"refusal_code" text,
	"refusals" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refund_refund_no" UNIQUE("refund_no"),
	CONSTRAINT "refund_status" CHECK ("refund"."status" in ('processing', 'succeeded', 'abnormal', 'refused', 'closed')),
	CONSTRAINT "refund_amount" CHECK ("refund"."amount" > 0 and "refund"."freight_amount" between 0 and "refund"."amount")
);
--> statement-breakpoint
CREATE TABLE "refund_item" (
	"refund_id" integer NOT NULL,
	"order_item_id" integer NOT NULL,
	"count" integer NOT NULL,
	"kept_count" integer NOT NULL,
	"amount" bigint NOT NULL,
	"restock_count" integer NOT NULL,
	CONSTRAINT "refund_item_refund_id_order_item_id_pk" PRIMARY KEY("refund_id","order_item_id"),
	CONSTRAINT "refund_item_pieces" CHECK ("refund_item"."kept_count" between 0 and "refund_item"."count" and "refund_item"."restock_count" between 0 and "refund_item"."count" and "refund_item"."amount" >= 0)
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
	"deleted_at" timestamp (3) with time zone,
	"updated_by" integer,
	"shown_specs" jsonb GENERATED ALWAYS AS (shown_specs("specs")) STORED NOT NULL,
	"price_max" integer DEFAULT 0 NOT NULL,
	"low_stock" integer,
	"publish_at" timestamp (3) with time zone,
	"unpublish_at" timestamp (3) with time zone,
	"created_by" integer,
	"stock_level" integer DEFAULT 2 NOT NULL,
	"state" text GENERATED ALWAYS AS (case when "deleted_at" is null then "status" else 'deleted' end) STORED NOT NULL,
	"grams" text[] GENERATED ALWAYS AS (grams(product_text("name", "summary", "properties" || shown_specs("specs")))) STORED NOT NULL,
	CONSTRAINT "product_status" CHECK ("product"."status" in ('draft', 'on_sale', 'off_sale')),
	CONSTRAINT "product_price" CHECK ("product"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "product_past_name" (
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "product_past_name_product_id_name_pk" PRIMARY KEY("product_id","name")
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
	"value_ids" integer[] DEFAULT '{}' NOT NULL,
	"low_stock" integer DEFAULT 10 NOT NULL,
	"own_low_stock" boolean DEFAULT false NOT NULL,
	"stock_level" integer GENERATED ALWAYS AS (case when "stock" = 0 then 0 when "stock" <= "low_stock" then 1 else 2 end) STORED NOT NULL,
	"weight_g" integer,
	"barcode" text,
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
	"note" text DEFAULT '' NOT NULL,
	"refund_id" integer,
	CONSTRAINT "stock_log_reason" CHECK ("stock_log"."reason" in ('initial', 'order_placed', 'order_cancelled', 'order_revived', 'adjusted', 'refunded', 'received', 'counted', 'damaged', 'lost', 'returned', 'correction', 'withdrawn', 'restocked'))
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
-- Losing the counters of limits in a crash of the database does no harm.
CREATE UNLOGGED TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"locks" integer
);
--> statement-breakpoint
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
	"upload_fault" text,
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
	"shipping" jsonb,
	"shipping_fault" integer,
	"refund_fault" text,
	CONSTRAINT "sandbox_trade_out_trade_no" UNIQUE("out_trade_no"),
	CONSTRAINT "sandbox_trade_prepay_id" UNIQUE("prepay_id"),
	CONSTRAINT "sandbox_trade_state" CHECK ("sandbox_trade"."state" in ('NOTPAY', 'SUCCESS', 'CLOSED', 'REFUND', 'PAYERROR'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_upload" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_upload_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" text NOT NULL,
	"custom_id" text,
	"name" text,
	"mime" text,
	"acl" text,
	"bytes" "bytea",
	"metadata" jsonb,
	"callback_url" text,
	"callback_slug" text,
	"server_data" jsonb,
	"fault" text,
	CONSTRAINT "sandbox_upload_key" UNIQUE("key"),
	CONSTRAINT "sandbox_upload_custom_id" UNIQUE("custom_id")
);
--> statement-breakpoint
CREATE TABLE "platform_message" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "platform_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"digest" text NOT NULL,
	"event" text NOT NULL,
	"body" text,
	CONSTRAINT "platform_message_digest" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "shipping_report" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipping_report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"payment_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"finished" boolean DEFAULT false NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"errcode" integer,
	"errmsg" text,
	"corrected_at" timestamp (3) with time zone,
	"order_state" integer,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "shipping_report_payment" UNIQUE("payment_id"),
	CONSTRAINT "shipping_report_status" CHECK ("shipping_report"."status" in ('not_needed', 'waiting', 'uploaded', 'refused')),
	CONSTRAINT "shipping_report_waits" CHECK ("shipping_report"."next_try_at" is null or "shipping_report"."status" = 'waiting')
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
	"updated_by" integer,
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
CREATE TABLE "known_network" (
	"user_id" integer NOT NULL,
	"network" text NOT NULL,
	"last_login_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_network_user_id_network_pk" PRIMARY KEY("user_id","network")
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
	"updated_by" integer,
	"merged_into" integer,
	CONSTRAINT "user_kind" CHECK ("user"."kind" in ('customer', 'staff')),
	CONSTRAINT "user_gender" CHECK ("user"."gender" in ('unknown', 'male', 'female')),
	CONSTRAINT "user_status" CHECK ("user"."status" in ('active', 'disabled')),
	CONSTRAINT "user_root_is_staff" CHECK (not "user"."is_root" or "user"."kind" = 'staff'),
	CONSTRAINT "user_merged_is_deleted" CHECK ("user"."merged_into" is null or "user"."deleted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "view" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"columns" text[] NOT NULL,
	CONSTRAINT "view_user_id_list_name" UNIQUE("user_id","list","name")
);
--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_item" ADD CONSTRAINT "after_sale_item_after_sale_id_after_sale_id_fk" FOREIGN KEY ("after_sale_id") REFERENCES "public"."after_sale"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_item" ADD CONSTRAINT "after_sale_item_order_item_id_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_item"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_log" ADD CONSTRAINT "after_sale_log_after_sale_id_after_sale_id_fk" FOREIGN KEY ("after_sale_id") REFERENCES "public"."after_sale"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_picture" ADD CONSTRAINT "after_sale_picture_after_sale_id_after_sale_id_fk" FOREIGN KEY ("after_sale_id") REFERENCES "public"."after_sale"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_picture" ADD CONSTRAINT "after_sale_picture_object_id_file_object_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."file_object"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_version" ADD CONSTRAINT "article_version_article_id_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banner_item" ADD CONSTRAINT "banner_item_banner_id_banner_id_fk" FOREIGN KEY ("banner_id") REFERENCES "public"."banner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_parent_id_category_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."category"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dict" ADD CONSTRAINT "dict_type_dict_type_type_fk" FOREIGN KEY ("type") REFERENCES "public"."dict_type"("type") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_folder_id_file_folder_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."file_folder"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_folder" ADD CONSTRAINT "file_folder_parent_id_file_folder_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."file_folder"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_object" ADD CONSTRAINT "file_object_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_object" ADD CONSTRAINT "file_object_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_use" ADD CONSTRAINT "file_use_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_element" ADD CONSTRAINT "group_element_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_element" ADD CONSTRAINT "group_element_element_id_element_id_fk" FOREIGN KEY ("element_id") REFERENCES "public"."element"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_menu" ADD CONSTRAINT "group_menu_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_menu" ADD CONSTRAINT "group_menu_menu_id_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_permission" ADD CONSTRAINT "group_permission_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_row" ADD CONSTRAINT "import_row_import_id_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "element" ADD CONSTRAINT "element_menu_id_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu" ADD CONSTRAINT "menu_parent_id_menu_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menu"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer" ADD CONSTRAINT "buyer_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_log" ADD CONSTRAINT "order_log_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_print" ADD CONSTRAINT "order_print_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_item" ADD CONSTRAINT "shipment_item_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_item" ADD CONSTRAINT "shipment_item_order_item_id_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_item"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_item" ADD CONSTRAINT "refund_item_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_item" ADD CONSTRAINT "refund_item_order_item_id_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_item"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_past_name" ADD CONSTRAINT "product_past_name_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku" ADD CONSTRAINT "sku_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_log" ADD CONSTRAINT "stock_log_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_trade_id_sandbox_trade_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."sandbox_trade"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_report" ADD CONSTRAINT "shipping_report_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_report" ADD CONSTRAINT "shipping_report_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "theme_product" ADD CONSTRAINT "theme_product_theme_id_theme_id_fk" FOREIGN KEY ("theme_id") REFERENCES "public"."theme"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "theme_product" ADD CONSTRAINT "theme_product_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_network" ADD CONSTRAINT "known_network_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_merged_into_user_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view" ADD CONSTRAINT "view_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_user" ON "address" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "address_one_default" ON "address" USING btree ("user_id") WHERE "address"."is_default";--> statement-breakpoint
CREATE INDEX "after_sale_own" ON "after_sale" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "after_sale_by_status" ON "after_sale" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "after_sale_order" ON "after_sale" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "after_sale_open_orders" ON "after_sale" USING btree ("order_id") WHERE open;--> statement-breakpoint
CREATE INDEX "after_sale_return_tracking_no" ON "after_sale" USING btree ("return_tracking_no") WHERE return_tracking_no is not null;--> statement-breakpoint
CREATE INDEX "after_sale_next_try" ON "after_sale" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "after_sale_item_order_item" ON "after_sale_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "after_sale_item_one_open" ON "after_sale_item" USING btree ("order_item_id") WHERE open;--> statement-breakpoint
CREATE INDEX "after_sale_log_case" ON "after_sale_log" USING btree ("after_sale_id","id");--> statement-breakpoint
CREATE INDEX "article_published" ON "article" USING btree ("published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "article_version_article" ON "article_version" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "banner_item_banner" ON "banner_item" USING btree ("banner_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "category_parent" ON "category" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dict_one_default" ON "dict" USING btree ("type") WHERE "dict"."is_default";--> statement-breakpoint
CREATE INDEX "dict_order" ON "dict" USING btree ("type","sort_order","id");--> statement-breakpoint
CREATE INDEX "file_folder_newest" ON "file" USING btree (coalesce("folder_id", 0),"id");--> statement-breakpoint
CREATE INDEX "file_name" ON "file" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "file_size" ON "file" USING btree ("size","id");--> statement-breakpoint
CREATE INDEX "file_kind_newest" ON "file" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "file_uploader" ON "file" USING btree ("uploaded_by","id");--> statement-breakpoint
CREATE INDEX "file_created" ON "file" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "file_object_current" ON "file_object" USING btree ("file_id",coalesce("width", 0)) WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "file_object_file" ON "file_object" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "file_object_user" ON "file_object" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "file_object_due" ON "file_object" USING btree ("remove_at") WHERE remove_at is not null;--> statement-breakpoint
CREATE INDEX "file_use_record" ON "file_use" USING btree ("table","record_id","field");--> statement-breakpoint
CREATE UNIQUE INDEX "file_use_order" ON "file_use" USING btree ("file_id") WHERE "table" = 'order_item';--> statement-breakpoint
CREATE INDEX "group_element_element" ON "group_element" USING btree ("element_id");--> statement-breakpoint
CREATE INDEX "group_menu_menu" ON "group_menu" USING btree ("menu_id");--> statement-breakpoint
CREATE INDEX "group_permission_code" ON "group_permission" USING btree ("code");--> statement-breakpoint
CREATE INDEX "user_group_group" ON "user_group" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "import_created" ON "import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "import_row_import" ON "import_row" USING btree ("import_id","result","id");--> statement-breakpoint
CREATE INDEX "import_row_pending" ON "import_row" USING btree ("import_id","id") WHERE pending and line = record_line;--> statement-breakpoint
CREATE INDEX "import_row_record" ON "import_row" USING btree ("import_id","record_line");--> statement-breakpoint
CREATE INDEX "error_log_last" ON "error_log" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "error_log_by_status" ON "error_log" USING btree ("status","last_at","id");--> statement-breakpoint
CREATE INDEX "error_log_requests" ON "error_log" USING gin ("request_ids");--> statement-breakpoint
CREATE INDEX "login_log_account" ON "login_log" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "login_log_success" ON "login_log" USING btree ("success","id");--> statement-breakpoint
CREATE INDEX "login_log_user" ON "login_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "login_log_created" ON "login_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "oper_log_user" ON "oper_log" USING btree ("user_id","id","module","action");--> statement-breakpoint
CREATE INDEX "oper_log_module" ON "oper_log" USING btree ("module","id","action","user_id");--> statement-breakpoint
CREATE INDEX "oper_log_action" ON "oper_log" USING btree ("action","id","module","user_id");--> statement-breakpoint
CREATE INDEX "oper_log_success" ON "oper_log" USING btree ("success","id");--> statement-breakpoint
CREATE INDEX "oper_log_user_success" ON "oper_log" USING btree ("user_id","success","id");--> statement-breakpoint
CREATE INDEX "oper_log_module_success" ON "oper_log" USING btree ("module","success","id");--> statement-breakpoint
CREATE INDEX "oper_log_action_success" ON "oper_log" USING btree ("action","success","id");--> statement-breakpoint
CREATE INDEX "oper_log_target" ON "oper_log" USING btree ("target_type","target_id","id");--> statement-breakpoint
CREATE INDEX "oper_log_target_id" ON "oper_log" USING btree ("target_id","id");--> statement-breakpoint
CREATE INDEX "oper_log_target_name" ON "oper_log" USING gin (grams("target_name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "oper_log_request" ON "oper_log" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "oper_log_created" ON "oper_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "element_menu" ON "element" USING btree ("menu_id","id");--> statement-breakpoint
CREATE INDEX "menu_parent" ON "menu" USING btree ("parent_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "notice_published" ON "notice" USING btree ("published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "notice_system_open" ON "notice" USING btree ("kind","subject") WHERE source = 'system' and status = 'published';--> statement-breakpoint
CREATE INDEX "notice_system_created" ON "notice" USING btree ("created_at") WHERE source = 'system';--> statement-breakpoint
CREATE INDEX "notice_read_latest" ON "notice_read" USING btree ("notice_id","read_at","user_id");--> statement-breakpoint
CREATE INDEX "buyer_first_paid" ON "buyer" USING btree ("first_paid_at");--> statement-breakpoint
CREATE INDEX "order_own" ON "order" USING btree ("user_id","id","paid_at");--> statement-breakpoint
CREATE INDEX "order_own_by_status" ON "order" USING btree ("user_id","status","id");--> statement-breakpoint
CREATE INDEX "order_by_status" ON "order" USING btree ("status","fulfilment","id");--> statement-breakpoint
CREATE INDEX "order_receiver_mobile" ON "order" USING btree ((receiver ->> 'mobile'));--> statement-breakpoint
CREATE INDEX "order_no_beginning" ON "order" USING btree ("order_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "order_no_ending" ON "order" USING btree (reverse("order_no") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "order_receiver_mobile_ending" ON "order" USING btree (right(receiver ->> 'mobile', 4));--> statement-breakpoint
CREATE INDEX "order_receiver_name" ON "order" USING gin (grams(receiver ->> 'name')) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "order_shipped" ON "order" USING btree ("shipped_at") WHERE status = 'shipped';--> statement-breakpoint
CREATE INDEX "order_paid" ON "order" USING btree ("paid_at","user_id","paid_amount","id") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "order_created" ON "order" USING btree ("created_at","id","status","paid_at");--> statement-breakpoint
CREATE INDEX "order_next_try" ON "order" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "order_item_product" ON "order_item" USING btree ("product_id","order_id");--> statement-breakpoint
CREATE INDEX "order_item_sold" ON "order_item" USING btree ("paid_at","product_id","count","paid_amount") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "order_log_order" ON "order_log" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_note_order" ON "order_note" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_print_order" ON "order_print" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "shipment_order" ON "shipment" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shipment_tracking_no" ON "shipment" USING btree ("tracking_no") WHERE tracking_no is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_parcel" ON "shipment" USING btree ("order_id","carrier","tracking_no") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "shipment_item_order_item" ON "shipment_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "payment_order" ON "payment" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_one_open" ON "payment" USING btree ("order_id") WHERE status in ('created', 'prepaid');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_one_settles" ON "payment" USING btree ("order_id") WHERE settles;--> statement-breakpoint
CREATE INDEX "payment_next_try" ON "payment" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "payment_returned" ON "payment" USING btree ("id") WHERE not settles and paid_at is not null;--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_succeeded" ON "refund" USING btree ("succeeded_at","payment_id","amount") WHERE succeeded_at is not null;--> statement-breakpoint
CREATE INDEX "refund_failed" ON "refund" USING btree ("id","status") WHERE status in ('abnormal', 'refused');--> statement-breakpoint
CREATE INDEX "refund_next_try" ON "refund" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "refund_item_order_item" ON "refund_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "product_by_sort_order" ON "product" USING btree ("category_id","sort_order","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_by_price" ON "product" USING btree ("category_id","price","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_by_sold_count" ON "product" USING btree ("category_id","sold_count","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_by_created_at" ON "product" USING btree ("category_id","created_at","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_newest" ON "product" USING btree ("id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_on_sale_by_sort_order" ON "product" USING btree ("sort_order","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_on_sale_by_price" ON "product" USING btree ("price","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_on_sale_by_sold_count" ON "product" USING btree ("sold_count","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_on_sale_by_name" ON "product" USING btree ("name","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_on_sale_by_created_at" ON "product" USING btree ("created_at","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_hidden" ON "product" USING btree ("state","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_price" ON "product" USING btree ("state","price","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_sold_count" ON "product" USING btree ("state","sold_count","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_name" ON "product" USING btree ("state","name","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_by_created_at" ON "product" USING btree ("state","created_at","id") WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_hidden_name_grams" ON "product" USING gin (grams("name")) WITH (fastupdate=false) WHERE state <> 'on_sale';--> statement-breakpoint
CREATE INDEX "product_category_status" ON "product" USING btree ("category_id","status") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce" ON "product" USING btree ("stock_level","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce_by_price" ON "product" USING btree ("stock_level","price","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce_by_sold_count" ON "product" USING btree ("stock_level","sold_count","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce_by_name" ON "product" USING btree ("stock_level","name","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_scarce_by_created_at" ON "product" USING btree ("stock_level","created_at","id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_publish_at" ON "product" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
CREATE INDEX "product_unpublish_at" ON "product" USING btree ("unpublish_at") WHERE unpublish_at is not null;--> statement-breakpoint
CREATE INDEX "product_grams" ON "product" USING gin ("grams");--> statement-breakpoint
CREATE INDEX "product_name_grams" ON "product" USING gin (grams("name")) WITH (fastupdate=false) WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_sample_grams" ON "product" USING gin ("grams",grams("name")) WITH (fastupdate=false) WHERE id % 8 = 0 and status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_past_name_grams" ON "product_past_name" USING gin (grams("name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sku_product" ON "sku" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sku_sku_no" ON "sku" USING btree ("sku_no") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sku_combination" ON "sku" USING btree ("product_id","value_ids") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "sku_sku_no_search" ON "sku" USING btree ("sku_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "sku_barcode" ON "sku" USING btree ("barcode") WHERE barcode is not null;--> statement-breakpoint
CREATE INDEX "sku_usual_low_stock" ON "sku" USING btree ("low_stock") WHERE not own_low_stock;--> statement-breakpoint
CREATE INDEX "stock_log_sku" ON "stock_log" USING btree ("sku_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_log_refund" ON "stock_log" USING btree ("refund_id","sku_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_limit_expires" ON "rate_limit" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limit_locks" ON "rate_limit" USING btree ("locks") WHERE locks is not null;--> statement-breakpoint
CREATE INDEX "platform_message_created" ON "platform_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "platform_message_unknown" ON "platform_message" USING btree ("created_at") WHERE body is not null;--> statement-breakpoint
CREATE INDEX "shipping_report_order" ON "shipping_report" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shipping_report_next_try" ON "shipping_report" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "shipping_report_stuck" ON "shipping_report" USING btree ("order_id") WHERE status = 'refused' or status = 'waiting' and tries >= 6;--> statement-breakpoint
CREATE INDEX "theme_product_product" ON "theme_product" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "identity_beginning" ON "identity" USING btree ("identifier" text_pattern_ops) WHERE type <> 200;--> statement-breakpoint
CREATE INDEX "known_network_last_login" ON "known_network" USING btree ("last_login_at");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_kind_newest" ON "user" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "user_merged" ON "user" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "user_deleted" ON "user" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "user_customer_nickname" ON "user" USING gin (grams("nickname")) WHERE kind = 'customer';
--> statement-breakpoint
-- What was shipped of an order follows from its status: without this, the tabs are planned as if it did not.
create statistics order_status_fulfilment (mcv) on status, fulfilment from "order";
--> statement-breakpoint
-- The addresses of files in a value: in an address, in a list of them, in the specs of a product, whose values have pictures,
-- or in cleaned HTML (a column `content`), where `src` is the first attribute of an image and `href` that of a link. A link
-- may lead anywhere: only that to an address of a file counts, with or without the origin of this server.
create or replace function file_addresses(value jsonb, field text) returns text[] language sql stable as $$
  select case
    when value is null or jsonb_typeof(value) = 'null' then '{}'::text[]
    when field = 'specs' then
      array(select distinct found #>> '{}' from jsonb_path_query(value, '$[*].values[*].image_url') found order by 1)
    when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value))
    when field = 'content' then array(
      select found[1] from regexp_matches(value #>> '{}', '<img src="([^"]*)"', 'g') found
      union
      select o.url from regexp_matches(value #>> '{}', '<a href="([^"?#]*)', 'g') found
        join file_object o on o.url in (found[1], regexp_replace(found[1], '^https?://[^/]+', ''))
      order by 1)
    else array[value #>> '{}']
  end
$$;
--> statement-breakpoint
-- Keeps `file_use` up to date with the columns that are the arguments of the trigger, and refuses a new address that is
-- neither that of a file nor of an asset of the demonstration: violates the constraint `file_address`, at the column.
-- The files are locked, so that none of them is deleted or replaced before this transaction ends.
create or replace function track_file_use() returns trigger language plpgsql as $$
<<tracked>>
declare
  field text;
  before text[];
  after text[];
  missing text;
begin
  foreach field in array tg_argv loop
    before := case when tg_op = 'INSERT' then '{}' else file_addresses(to_jsonb(old) -> field, field) end;
    after := case when tg_op = 'DELETE' then '{}' else file_addresses(to_jsonb(new) -> field, field) end;
    continue when before = after;
    if cardinality(after) > 0 then
      perform from file f
        where f.id in (select o.file_id from file_object o where o.url = any (after))
        order by f.id for key share;
      select address into missing from unnest(after) address
        where address <> all (before) and address not like '/demo/_%' and not exists (
          select from file_object o
          where o.url = address and o.replaced_at is null and o.remove_at is null and num_nonnulls(o.file_id, o.user_id) > 0)
        limit 1;
      if missing is not null then
        raise exception 'there is no file %', missing using
          errcode = 'foreign_key_violation', constraint = 'file_address', table = tg_table_name,
          column = file_address_place(to_jsonb(new) -> field, field, missing);
      end if;
    end if;
    if cardinality(before) > 0 then
      delete from file_use u
        where u."table" = tg_table_name and u.record_id = old.id and u.field = tracked.field
          and u.file_id not in (select o.file_id from file_object o where o.url = any (after) and o.file_id is not null);
    end if;
    if cardinality(after) > 0 then
      insert into file_use (file_id, "table", record_id, field)
        select distinct o.file_id, tg_table_name, new.id, tracked.field
        from file_object o where o.url = any (after) and o.file_id is not null
        on conflict do nothing;
    end if;
  end loop;
  return null;
end
$$;
--> statement-breakpoint
-- Order items are snapshots: one row says that some order shows the file.
create or replace function track_file_use_of_orders() returns trigger language plpgsql as $$
begin
  insert into file_use (file_id, "table", record_id, field)
    select distinct on (o.file_id) o.file_id, 'order_item', item.id, 'image_url'
    from added item join file_object o on o.url = item.image_url
    where o.file_id is not null
    order by o.file_id, item.id
    on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger track_file_use after insert or delete or update of avatar_url on "user"
  for each row execute function track_file_use('avatar_url');
--> statement-breakpoint
create or replace trigger track_file_use after insert or delete or update of image_url on category
  for each row execute function track_file_use('image_url');
--> statement-breakpoint
create or replace trigger track_file_use after insert or delete or update of topic_image_url, head_image_url on theme
  for each row execute function track_file_use('topic_image_url', 'head_image_url');
--> statement-breakpoint
create or replace trigger track_file_use after insert or delete or update of image_url on banner_item
  for each row execute function track_file_use('image_url');
--> statement-breakpoint
create or replace trigger track_file_use after insert or delete or update of images, content, specs on product
  for each row execute function track_file_use('images', 'content', 'specs');
--> statement-breakpoint
create or replace trigger track_file_use after insert or delete or update of image_url on sku
  for each row execute function track_file_use('image_url');
--> statement-breakpoint
create or replace trigger track_file_use after insert or delete or update of image_url, content on article
  for each row execute function track_file_use('image_url', 'content');
--> statement-breakpoint
create or replace trigger track_file_use after insert or delete or update of content on notice
  for each row execute function track_file_use('content');
--> statement-breakpoint
create or replace trigger track_file_use after insert on order_item referencing new table as added
  for each statement execute function track_file_use_of_orders();
--> statement-breakpoint
-- How much of an order was shipped: pieces that are refunded and stay in the shop are not waited for.
create or replace function fulfilment_of(wanted int) returns text language sql stable as $$
  select case when bool_and(i.shipped_count = 0) then 'none' when bool_and(i.shipped_count + i.kept_count = i.count) then 'all' else 'part' end
  from order_item i where i.order_id = wanted
$$;
--> statement-breakpoint
create or replace function keep_fulfilment() returns trigger language plpgsql as $$
begin
  update "order" o set fulfilment = f.fulfilment from (select fulfilment_of(new.order_id) as fulfilment) f
  where o.id = new.order_id and o.fulfilment <> f.fulfilment;
  return null;
end $$;
--> statement-breakpoint
-- With conditions, so that placing and paying an order costs nothing for it.
create or replace trigger fulfilment_of_added after insert on order_item for each row
  when (new.shipped_count > 0) execute function keep_fulfilment();
--> statement-breakpoint
create or replace trigger fulfilment_of_changed after update on order_item for each row
  when (old.shipped_count <> new.shipped_count or old.kept_count <> new.kept_count) execute function keep_fulfilment();
--> statement-breakpoint
-- Keeps what products were called: the lines of their orders have the name of the day.
create or replace function keep_past_name() returns trigger language plpgsql as $$
begin
  insert into product_past_name (product_id, name) values (old.id, old.name) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger past_name after update of name on product for each row when (old.name <> new.name) execute function keep_past_name();
--> statement-breakpoint
-- Keeps when each customer first paid: the sales figures count new customers.
create or replace function keep_first_payment() returns trigger language plpgsql as $$
begin
  -- Most who pay have paid before: then nothing is written, and nothing locked.
  if exists (select from buyer b where b.user_id = new.user_id and b.first_paid_at <= new.paid_at) then return null; end if;
  insert into buyer as b (user_id, first_paid_at) values (new.user_id, new.paid_at)
  on conflict (user_id) do update set first_paid_at = excluded.first_paid_at where excluded.first_paid_at < b.first_paid_at;
  return null;
end $$;
--> statement-breakpoint
-- With conditions, so that placing an order costs nothing for it.
create or replace trigger first_payment_of_added after insert on "order" for each row
  when (new.paid_at is not null) execute function keep_first_payment();
--> statement-breakpoint
-- An order also comes to a customer when two accounts are merged.
create or replace trigger first_payment_of_changed after update of paid_at, user_id on "order" for each row
  when (new.paid_at is not null and (old.paid_at is distinct from new.paid_at or old.user_id <> new.user_id))
  execute function keep_first_payment();
--> statement-breakpoint
-- Dates the lines of an order as it was paid, by which the sales of a product are found.
create or replace function date_lines() returns trigger language plpgsql as $$
begin
  update order_item set paid_at = new.paid_at where order_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger lines_of_paid after update of paid_at on "order" for each row
  when (old.paid_at is distinct from new.paid_at) execute function date_lines();
--> statement-breakpoint
-- The functions below always use the indexes of pieces: for frequent words, the planner prefers to read the table until it
-- has found enough. Bitmaps get the memory to stay exact. Compilation and parallel workers take longer to start than these
-- queries take. Subqueries have values that are computed once, not for each product.
-- The products on sale with all words somewhere in their text, with what they can be sorted by.
create or replace function product_hits(words text[])
returns table (id integer, name text, sort_order integer, price integer, sold_count integer, created_at timestamptz, in_name boolean)
language sql stable
set enable_seqscan = off set enable_indexscan = off set work_mem = '16MB' set jit = off set max_parallel_workers_per_gather = 0
as $$
  select p.id, p.name, p.sort_order, p.price, p.sold_count, p.created_at, name_holds(p.name, words)
  from product p
  where p.grams @> (select search_pieces(words)) and p.status = 'on_sale' and p.deleted_at is null
    and ((select are_pieces(words)) or product_holds(p.name, p.summary, p.properties || p.shown_specs, words))
$$;
--> statement-breakpoint
-- The products on sale with all words in their name.
create or replace function product_name_hits(words text[])
returns table (id integer, name text, sort_order integer, price integer, sold_count integer, created_at timestamptz, in_name boolean)
language sql stable
set enable_seqscan = off set enable_indexscan = off set work_mem = '16MB' set jit = off set max_parallel_workers_per_gather = 0
as $$
  select p.id, p.name, p.sort_order, p.price, p.sold_count, p.created_at, true
  from product p
  where grams(p.name) @> (select search_pieces(words)) and p.status = 'on_sale' and p.deleted_at is null
    and ((select are_pieces(words)) or name_holds(p.name, words))
$$;
--> statement-breakpoint
-- Whether more than a thousand products in the sample are hits. If so, all products have more; if not, all have about eight
-- thousand at most.
create or replace function product_hits_are_many(words text[]) returns boolean
language sql stable
set enable_seqscan = off set enable_indexscan = off set work_mem = '16MB' set jit = off set max_parallel_workers_per_gather = 0
as $$
  select count(*) > 1000 from (
    select from (
      select p.name, p.summary, p.properties, p.shown_specs from product p
      where p.grams @> (select search_pieces(words)) and p.id % 8 = 0 and p.status = 'on_sale' and p.deleted_at is null
      limit 4000
    ) p
    where (select are_pieces(words)) or product_holds(p.name, p.summary, p.properties || p.shown_specs, words)
    limit 1001
  ) hit
$$;
--> statement-breakpoint
-- The same for hits in the name.
create or replace function product_name_hits_are_many(words text[]) returns boolean
language sql stable
set enable_seqscan = off set enable_indexscan = off set work_mem = '16MB' set jit = off set max_parallel_workers_per_gather = 0
as $$
  select count(*) > 1000 from (
    select from (
      select p.name from product p
      where grams(p.name) @> (select search_pieces(words)) and p.id % 8 = 0 and p.status = 'on_sale' and p.deleted_at is null
      limit 4000
    ) p
    where (select are_pieces(words)) or name_holds(p.name, words)
    limit 1001
  ) hit
$$;
--> statement-breakpoint
-- Of the enabled SKUs of a product: 0 every one is sold out, 1 one is low or sold out, 2 none is.
create or replace function stock_level_of(product_id int) returns int language sql stable as $$
  select case when count(*) = 0 then 2 when max(s.stock) = 0 then 0 when min(s.stock_level) < 2 then 1 else 2 end
  from sku s where s.product_id = $1 and s.enabled and s.deleted_at is null
$$;
--> statement-breakpoint
-- Keeps the level of products. The lock first: the statement after it sees what others have changed until it was granted.
create or replace function keep_stock_level(product_ids int[]) returns void language plpgsql as $$
begin
  perform from product p where p.id = any(product_ids) order by p.id for no key update;
  update product p set stock_level = l.level
  from (select one.id, stock_level_of(one.id) as level from unnest(product_ids) one (id)) l
  where p.id = l.id and p.stock_level <> l.level;
end $$;
--> statement-breakpoint
create or replace function keep_stock_level_of_added() returns trigger language plpgsql as $$
begin
  perform keep_stock_level(array(select distinct a.product_id from added a));
  return null;
end $$;
--> statement-breakpoint
-- Once a statement, not once a row: the products of several SKUs are then locked in the order of their ids, as everywhere.
create or replace function keep_stock_level_of_changed() returns trigger language plpgsql as $$
declare
  product_ids int[];
begin
  select array_agg(distinct n.product_id) into product_ids
  from changed n join replaced o on o.id = n.id
  where o.stock_level <> n.stock_level or o.enabled <> n.enabled or (o.deleted_at is null) <> (n.deleted_at is null);
  if product_ids is not null then
    perform keep_stock_level(product_ids);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger stock_level_of_added after insert on sku referencing new table as added
  for each statement execute function keep_stock_level_of_added();
--> statement-breakpoint
create or replace trigger stock_level_of_changed after update on sku referencing old table as replaced new table as changed
  for each statement execute function keep_stock_level_of_changed();
