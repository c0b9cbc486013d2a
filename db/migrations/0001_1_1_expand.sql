LOCK TABLE "user", "order", "after_sale", "sku", "product", "banner", "file_folder", "file_object", "group", "identity", "import", "import_row", "order_item", "order_log", "order_note", "view";
--> statement-breakpoint
-- Returns the one form of a phone number, in which numbers are stored and searched: for mainland China the eleven digits
-- of a mobile number, or a landline with its area code; for other countries + and the digits. The beginning of a number
-- becomes the beginning of its form. Null for a text with characters that phone numbers do not have. The same form as
-- that of `phoneOf` (lib/kit/api/endpoint/phone-number.ts), which knows the numbers of all countries.
create or replace function phone_key(t text) returns text language plpgsql immutable strict parallel safe as $$
declare
  d text;
begin
  if t ~ '^1[0-9]{10}$' then return t; end if;
  -- Sorting the marks of one letter takes the square of their number.
  d := normalize(left(t, 256), NFKC);
  if d ~ '[^0-9+ ()./\[\]\u002d\u00a0\u00ad\u061c\u2000-\u206f\u2212\u3000-\u303f\ufeff]' then return null; end if;
  -- A zero in parentheses is dialed only within the country.
  d := regexp_replace(d, '^([^(]*[0-9]\s*)\(0\)', '\1');
  d := regexp_replace(d, '[^0-9+]|(?<=[0-9+])\+', '', 'g');
  d := regexp_replace(d, '^(?:\+|00)?86(?=[48]00[0-9]{7}$)', '');
  d := regexp_replace(d, '^(?:\+|00)?860?(?=[2-9][0-9]{9,10}$|10[0-9]{8}$)', '0');
  d := regexp_replace(d, '^(?:(?:\+|00)860?(?=1[0-9]{0,10}$)|860?(?=1[0-9]{10}$)|0(?=1[0-9]{10}$))', '');
  return nullif(regexp_replace(d, '^00(?=[1-9])', '+'), '');
end $$;
--> statement-breakpoint
-- Returns the form in which texts are searched and names are unique: equal characters are the same (NFKC: full-width
-- characters as ASCII, letters with their marks), and case is ignored. Only for texts of limited length: sorting the marks
-- of one letter takes the square of their number.
create or replace function folded(t text) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(t, NFKC))
$$;
--> statement-breakpoint
-- Chinese has no spaces between words, and trigram indexes cannot serve a word of two characters. So a text is indexed
-- by all its pieces of one and two characters. A search looks up all pieces of two characters of its term and then
-- compares the term itself. Functions of indexes and columns call no others: PostgreSQL runs them without a search path
-- when it builds an index or restores a backup.
create or replace function grams(t text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct g), '{}')
  from (
    select substr(l, i, n) as g
    from (select lower(normalize(t, NFKC)) as l) x, generate_series(1, char_length(l)) i, (values (1), (2)) v(n)
    where i + n - 1 <= char_length(l)
  ) y
$$;
--> statement-breakpoint
-- Returns the pieces to look a term up with: its pieces of two characters. A term of one character is its own piece.
create or replace function search_grams(q text) returns text[] language sql immutable strict parallel safe as $$
  select case when char_length(l) < 2 then array[l] else (
    select array_agg(distinct substr(l, i, 2)) from generate_series(1, char_length(l) - 1) i
  ) end from (select folded(q) as l) x
$$;
--> statement-breakpoint
-- Returns the searchable text of a product, folded. `properties` have a name and a detail, or, as specs that
-- customers read, a name and values.
create or replace function product_text(name text, summary text, properties jsonb) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(x, NFKC)) from (select name || E'\n' || summary || E'\n' || coalesce(
    (select string_agg((p ->> 'name') || ' ' || coalesce(p ->> 'detail',
      (select string_agg(v, ' ') from jsonb_array_elements_text(p -> 'values') v), ''), E'\n') from jsonb_array_elements(properties) p), '') as x) y
$$;
--> statement-breakpoint
-- Whether a name contains all words, which are folded.
create or replace function name_holds(name text, words text[]) returns boolean language plpgsql immutable strict parallel safe as $$
declare
  t text := folded(name);
  word text;
begin
  foreach word in array words loop
    if strpos(t, word) = 0 then return false; end if;
  end loop;
  return true;
end $$;
--> statement-breakpoint
-- Whether a product contains all words. The product is known to have all pieces of the words.
create or replace function product_holds(name text, summary text, properties jsonb, words text[]) returns boolean
language plpgsql immutable strict parallel safe as $$
declare
  head text;
  t text; -- takes several times as long as the head
  word text;
begin
  foreach word in array words loop
    if char_length(word) > 2 then
      head := coalesce(head, folded(name || E'\n' || summary));
      continue when strpos(head, word) > 0;
      t := coalesce(t, product_text(name, summary, properties));
      if strpos(t, word) = 0 then return false; end if;
    end if;
  end loop;
  return true;
end $$;
--> statement-breakpoint
-- Fails a statement that must do all of its parts or nothing, with the error `assert_failure` and this text.
create or replace function require_all(is_complete boolean, fault text) returns int language plpgsql as $$
begin
  if is_complete is not true then raise exception '%', fault using errcode = 'assert_failure'; end if;
  return 1;
end $$;
--> statement-breakpoint
-- Two records with names that are one name now: the later one gets its number in parentheses.
UPDATE "banner" SET name = "banner".name || ' (' || "banner".id || ')', updated_at = now() FROM (
  SELECT id, row_number() OVER (PARTITION BY folded(name) ORDER BY id) AS place FROM "banner"
) named WHERE "banner".id = named.id AND named.place > 1;
--> statement-breakpoint
UPDATE "file_folder" SET name = "file_folder".name || ' (' || "file_folder".id || ')', updated_at = now() FROM (
  SELECT id, row_number() OVER (PARTITION BY folded(name), parent_id ORDER BY id) AS place FROM "file_folder"
) named WHERE "file_folder".id = named.id AND named.place > 1;
--> statement-breakpoint
UPDATE "group" SET name = "group".name || ' (' || "group".id || ')', updated_at = now() FROM (
  SELECT id, row_number() OVER (PARTITION BY folded(name) ORDER BY id) AS place FROM "group"
) named WHERE "group".id = named.id AND named.place > 1;
--> statement-breakpoint
UPDATE "view" SET name = "view".name || ' (' || "view".id || ')', updated_at = now() FROM (
  SELECT id, row_number() OVER (PARTITION BY folded(name), user_id, list ORDER BY id) AS place FROM "view"
) named WHERE "view".id = named.id AND named.place > 1;
--> statement-breakpoint
CREATE TABLE "freight_template" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text NOT NULL,
	"charge" text NOT NULL,
	"rules" jsonb NOT NULL,
	"no_delivery" text[] DEFAULT '{}' NOT NULL,
	"only_mainland" boolean DEFAULT true NOT NULL,
	"free_amount" integer,
	"free_pieces" integer,
	"free_needs" text DEFAULT 'either' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "freight_template_charge" CHECK ("freight_template"."charge" in ('piece', 'weight')),
	CONSTRAINT "freight_template_free_needs" CHECK ("freight_template"."free_needs" in ('either', 'both')),
	CONSTRAINT "freight_template_free_amount" CHECK ("freight_template"."free_amount" >= 1),
	CONSTRAINT "freight_template_free_pieces" CHECK ("freight_template"."free_pieces" >= 1)
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"order_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"tax_no" text,
	"email" text,
	"phone" text,
	"bank" text,
	"bank_account" text,
	"address" text,
	"lines_by" text NOT NULL,
	"amount" bigint,
	"number" text,
	"issued_at" timestamp (3) with time zone,
	"object_id" integer,
	"reason" text DEFAULT '' NOT NULL,
	"replaces_id" integer,
	CONSTRAINT "invoice_kind" CHECK ("invoice"."kind" in ('personal', 'company')),
	CONSTRAINT "invoice_status" CHECK ("invoice"."status" in ('requested', 'issued', 'to_replace', 'refused', 'replaced')),
	CONSTRAINT "invoice_lines_by" CHECK ("invoice"."lines_by" in ('goods', 'category')),
	CONSTRAINT "invoice_tax_no" CHECK (("invoice"."kind" = 'company') = ("invoice"."tax_no" is not null)),
	CONSTRAINT "invoice_issued" CHECK (num_nulls("invoice"."amount", "invoice"."number", "invoice"."issued_at") = case when "invoice"."status" in ('requested', 'refused') then 3 else 0 end
        and ("invoice"."amount" is null or "invoice"."amount" > 0))
);
--> statement-breakpoint
CREATE TABLE "order_pickup" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"ready_by" integer,
	"collected_at" timestamp (3) with time zone,
	"collected_by" integer,
	CONSTRAINT "order_pickup_code" UNIQUE("code"),
	CONSTRAINT "order_pickup_code_digits" CHECK ("order_pickup"."code" ~ '^[0-9]{12}$')
);
--> statement-breakpoint
CREATE TABLE "coupon" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"promotion_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"source" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"order_id" integer,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "coupon_source" CHECK ("coupon"."source" in ('customer', 'code', 'staff', 'registration')),
	CONSTRAINT "coupon_used" CHECK ("coupon"."used_at" is null or "coupon"."order_id" is not null),
	CONSTRAINT "coupon_revoked" CHECK ("coupon"."revoked_at" is null or "coupon"."order_id" is null)
);
--> statement-breakpoint
CREATE TABLE "coupon_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" text NOT NULL,
	"promotion_id" integer NOT NULL,
	"used_at" timestamp (3) with time zone,
	"coupon_id" integer
);
--> statement-breakpoint
CREATE TABLE "deal_sku" (
	"promotion_id" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"price" integer NOT NULL,
	"quota" integer,
	"sold" integer DEFAULT 0 NOT NULL,
	"sold_at" timestamp (3) with time zone,
	CONSTRAINT "deal_sku_promotion_id_sku_id_pk" PRIMARY KEY("promotion_id","sku_id"),
	CONSTRAINT "deal_sku_price" CHECK ("deal_sku"."price" >= 1),
	CONSTRAINT "deal_sku_quota" CHECK ("deal_sku"."quota" >= 1),
	CONSTRAINT "deal_sku_sold" CHECK ("deal_sku"."sold" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_discount" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_discount_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"promotion_id" integer NOT NULL,
	"coupon_id" integer,
	"gives" text NOT NULL,
	"label" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "order_discount_promotion" UNIQUE("order_id","promotion_id"),
	CONSTRAINT "order_discount_gives" CHECK ("order_discount"."gives" in ('deal', 'reduction', 'freight')),
	CONSTRAINT "order_discount_amount" CHECK ("order_discount"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_item_discount" (
	"order_discount_id" integer NOT NULL,
	"order_item_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"pieces" integer,
	CONSTRAINT "order_item_discount_order_discount_id_order_item_id_pk" PRIMARY KEY("order_discount_id","order_item_id"),
	CONSTRAINT "order_item_discount_amount" CHECK ("order_item_discount"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "promotion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"gives" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"exclusive" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"category_ids" integer[] DEFAULT '{}' NOT NULL,
	"product_ids" integer[] DEFAULT '{}' NOT NULL,
	"except_product_ids" integer[] DEFAULT '{}' NOT NULL,
	"tiers" jsonb NOT NULL,
	"repeats" boolean DEFAULT false NOT NULL,
	"audience" text DEFAULT 'everyone' NOT NULL,
	"per_customer" integer,
	"coupon_source" text,
	"total" integer,
	"taken_count" integer DEFAULT 0 NOT NULL,
	"valid_days" integer,
	"shared_code" text,
	CONSTRAINT "promotion_gives" CHECK ("promotion"."gives" in ('deal', 'reduction', 'freight')),
	CONSTRAINT "promotion_scope" CHECK ("promotion"."scope" in ('all', 'categories', 'products')),
	CONSTRAINT "promotion_audience" CHECK ("promotion"."audience" in ('everyone', 'first_order')),
	CONSTRAINT "promotion_window" CHECK ("promotion"."ends_at" > "promotion"."starts_at"),
	CONSTRAINT "promotion_per_customer" CHECK ("promotion"."per_customer" >= 1),
	CONSTRAINT "promotion_coupon_source" CHECK ("promotion"."coupon_source" in ('customer', 'code', 'staff', 'registration')),
	CONSTRAINT "promotion_shared_code_source" CHECK ("promotion"."shared_code" is null or "promotion"."coupon_source" = 'code'),
	CONSTRAINT "promotion_taken" CHECK ("promotion"."taken_count" <= "promotion"."total"),
	CONSTRAINT "promotion_coupons_only" CHECK (case when "promotion"."coupon_source" is null then "promotion"."total" is null and "promotion"."valid_days" is null and "promotion"."taken_count" = 0
        else "promotion"."per_customer" is not null end)
);
--> statement-breakpoint
CREATE TABLE "store" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"province" text NOT NULL,
	"city" text NOT NULL,
	"district" text DEFAULT '' NOT NULL,
	"detail" text NOT NULL,
	"hours" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_customer" (
	"openid_hash" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"is_returning" boolean DEFAULT true NOT NULL,
	"had" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import" DROP CONSTRAINT "import_kind";
--> statement-breakpoint
ALTER TABLE "order_log" DROP CONSTRAINT "order_log_action";
--> statement-breakpoint
ALTER TABLE "order_note" ALTER COLUMN "actor" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "after_sale" ADD COLUMN "postage_amount" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "warnings" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "freight_detail" jsonb;
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "promotion_amount" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "store_id" integer;
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "asked_receiver" jsonb;
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "placed_from" text;
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "placed_by" integer;
--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "cost" integer;
--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "freight_template_id" integer;
--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "deliveries" text[] DEFAULT '{"express"}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "identity" ADD COLUMN "is_returning" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "identity" ADD COLUMN "had" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_object_id_file_object_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."file_object"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_replaces_id_invoice_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."invoice"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_pickup" ADD CONSTRAINT "order_pickup_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_code" ADD CONSTRAINT "coupon_code_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_code" ADD CONSTRAINT "coupon_code_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deal_sku" ADD CONSTRAINT "deal_sku_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deal_sku" ADD CONSTRAINT "deal_sku_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deal_sku" ADD CONSTRAINT "deal_sku_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_discount" ADD CONSTRAINT "order_discount_order_id_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_discount" ADD CONSTRAINT "order_discount_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_discount" ADD CONSTRAINT "order_discount_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_item_discount" ADD CONSTRAINT "order_item_discount_order_discount_id_order_discount_id_fk" FOREIGN KEY ("order_discount_id") REFERENCES "public"."order_discount"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_item_discount" ADD CONSTRAINT "order_item_discount_order_item_id_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_item"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "freight_template_folded_name" ON "freight_template" USING btree (folded("name"));
--> statement-breakpoint
CREATE UNIQUE INDEX "freight_template_default" ON "freight_template" USING btree ("is_default") WHERE is_default;
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_open" ON "invoice" USING btree ("order_id") WHERE status in ('requested', 'issued', 'to_replace');
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("number") WHERE number is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_object" ON "invoice" USING btree ("object_id") WHERE object_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_replaces" ON "invoice" USING btree ("replaces_id") WHERE replaces_id is not null;
--> statement-breakpoint
CREATE INDEX "invoice_order" ON "invoice" USING btree ("order_id","id");
--> statement-breakpoint
CREATE INDEX "invoice_own" ON "invoice" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "invoice_by_status" ON "invoice" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "invoice_title" ON "invoice" USING btree (folded(title) text_pattern_ops,"id");
--> statement-breakpoint
CREATE INDEX "invoice_tax" ON "invoice" USING btree ("tax_no","id") WHERE tax_no is not null;
--> statement-breakpoint
CREATE INDEX "order_pickup_waiting" ON "order_pickup" USING btree ("created_at","order_id") WHERE collected_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_order" ON "coupon" USING btree ("order_id") WHERE order_id is not null;
--> statement-breakpoint
CREATE INDEX "coupon_own" ON "coupon" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "coupon_promotion" ON "coupon" USING btree ("promotion_id","id");
--> statement-breakpoint
CREATE INDEX "coupon_taken_by_orders" ON "coupon" USING btree ("promotion_id","used_at") WHERE order_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code_code" ON "coupon_code" USING btree ("code");
--> statement-breakpoint
CREATE INDEX "coupon_code_promotion" ON "coupon_code" USING btree ("promotion_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code_coupon" ON "coupon_code" USING btree ("coupon_id") WHERE coupon_id is not null;
--> statement-breakpoint
CREATE INDEX "deal_sku_sku" ON "deal_sku" USING btree ("sku_id");
--> statement-breakpoint
CREATE INDEX "deal_sku_product" ON "deal_sku" USING btree ("product_id");
--> statement-breakpoint
CREATE INDEX "order_discount_by_promotion" ON "order_discount" USING btree ("promotion_id","order_id");
--> statement-breakpoint
CREATE INDEX "order_discount_coupon" ON "order_discount" USING btree ("coupon_id") WHERE coupon_id is not null;
--> statement-breakpoint
CREATE INDEX "order_item_discount_item" ON "order_item_discount" USING btree ("order_item_id");
--> statement-breakpoint
CREATE INDEX "promotion_enabled" ON "promotion" USING btree ("ends_at") WHERE enabled and coupon_source is null;
--> statement-breakpoint
CREATE INDEX "promotion_coupons" ON "promotion" USING btree ("ends_at") WHERE enabled and coupon_source is not null;
--> statement-breakpoint
CREATE INDEX "promotion_shared_code" ON "promotion" USING btree (translate(shared_code, 'OIL', '011')) WHERE shared_code is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "store_folded_name" ON "store" USING btree (folded("name"));
--> statement-breakpoint
CREATE INDEX "former_customer_closed" ON "former_customer" USING btree ("closed_at");
--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE restrict ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_freight_template_id_freight_template_id_fk" FOREIGN KEY ("freight_template_id") REFERENCES "public"."freight_template"("id") ON DELETE restrict ON UPDATE no action NOT VALID;
--> statement-breakpoint
CREATE UNIQUE INDEX "banner_folded_name" ON "banner" USING btree (folded("name"));
--> statement-breakpoint
CREATE UNIQUE INDEX "file_folder_folded_name" ON "file_folder" USING btree (folded("name"),coalesce("parent_id", 0));
--> statement-breakpoint
CREATE UNIQUE INDEX "group_folded_name" ON "group" USING btree (folded("name"));
--> statement-breakpoint
CREATE UNIQUE INDEX "view_folded_name" ON "view" USING btree (folded("name"),"user_id","list");
--> statement-breakpoint
ALTER TABLE "import" ADD CONSTRAINT "import_kind" CHECK ("import"."kind" in ('product', 'order', 'invoice', 'promotion', 'coupon'));
--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_promotion_amount" CHECK ("order"."promotion_amount" between 0 and "order"."discount_amount") NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_log" ADD CONSTRAINT "order_log_action" CHECK ("order_log"."action" in ('place', 'pay', 'reprice', 'readdress', 'ask_readdress', 'withdraw_readdress', 'refuse_readdress', 'ship', 'unship', 'complete', 'cancel', 'expire', 'revive', 'refund')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_deliveries" CHECK (cardinality("product"."deliveries") between 1 and 2 and "product"."deliveries" <@ array['express', 'pickup']) NOT VALID;
