-- The specs of a product as customers read them: names only, without those that were removed.
create function shown_specs(specs jsonb) returns jsonb language sql immutable strict parallel safe as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', s.spec ->> 'name', 'values', (
    select coalesce(jsonb_agg(v.value -> 'name' order by v.place), '[]')
    from jsonb_array_elements(s.spec -> 'values') with ordinality v(value, place)
    where v.value -> 'removed' is null
  )) order by s.place), '[]')
  from jsonb_array_elements(specs) with ordinality s(spec, place)
  where s.spec -> 'removed' is null
$$;
--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "value_ids" integer[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- SKUs whose values the specs do not list, or of which two are the same, could not be told apart: they get values of their own.
update sku set spec_values = array[concat_ws(' ', nullif(spec_values[1], ''), sku_no)] || spec_values[2:]
where id in (
  select id from (
    select id, row_number() over (partition by product_id, spec_values order by id) as nth from sku where deleted_at is null
  ) s where nth > 1);
--> statement-breakpoint
update sku s
set spec_values = s.spec_values || array_fill('-'::text, array[longest.values - cardinality(s.spec_values)])
from (
  select p.id, greatest(jsonb_array_length(p.specs), coalesce(max(cardinality(s.spec_values)), 0)) as values
  from product p join sku s on s.product_id = p.id group by p.id
) longest
where longest.id = s.product_id and cardinality(s.spec_values) < longest.values;
--> statement-breakpoint
-- Specs and values get ids.
with named as (
  select p.id as product_id, s.place as spec, s.spec ->> 'name' as spec_name, v.name as value, v.place as value_place
  from product p cross join jsonb_array_elements(p.specs) with ordinality s(spec, place)
  cross join jsonb_array_elements_text(s.spec -> 'values') with ordinality v(name, place)
  union all
  select k.product_id, v.place, '规格 ' || v.place, v.name, 1000 + k.id
  from sku k cross join unnest(k.spec_values) with ordinality v(name, place)
), chosen as (
  select product_id, spec, value, min(value_place) as value_place from named group by product_id, spec, value
), numbered as (
  select *, row_number() over (partition by product_id order by spec, value_place, value) as value_id from chosen
), specs as (
  select product_id, spec, jsonb_agg(jsonb_build_object('id', value_id, 'name', value) order by value_id) as values
  from numbered group by product_id, spec
)
update product p set specs = coalesce((
  select jsonb_agg(jsonb_build_object('id', s.spec, 'values', s.values,
    'name', coalesce(p.specs -> (s.spec::int - 1) ->> 'name', '规格 ' || s.spec)) order by s.spec)
  from specs s where s.product_id = p.id), '[]'), updated_at = p.updated_at
where p.specs <> '[]' or exists (select from specs s where s.product_id = p.id);
--> statement-breakpoint
update sku s set value_ids = found.ids
from (
  select k.id, array_agg((v.value ->> 'id')::int order by n.place) as ids
  from sku k join product p on p.id = k.product_id
  cross join unnest(k.spec_values) with ordinality n(name, place)
  join lateral jsonb_array_elements(p.specs -> (n.place::int - 1) -> 'values') v(value) on v.value ->> 'name' = n.name
  group by k.id
) found
where found.id = s.id;
--> statement-breakpoint
ALTER TABLE "stock_log" DROP CONSTRAINT "stock_log_reason";--> statement-breakpoint
ALTER TABLE "oper_log" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "shown_specs" jsonb GENERATED ALWAYS AS (shown_specs("specs")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "price_max" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "low_stock" integer;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "unpublish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "low_stock" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "own_low_stock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "stock_level" integer GENERATED ALWAYS AS (case when "stock" = 0 then 0 when "stock" <= "low_stock" then 1 else 2 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "weight_g" integer;--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "barcode" text;--> statement-breakpoint
ALTER TABLE "stock_log" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "product_hidden" ON "product" USING btree ("status","id") WHERE status <> 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_hidden_by_price" ON "product" USING btree ("status","price","id") WHERE status <> 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_hidden_by_sold_count" ON "product" USING btree ("status","sold_count","id") WHERE status <> 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_hidden_by_created_at" ON "product" USING btree ("status","created_at","id") WHERE status <> 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_deleted" ON "product" USING btree ("id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "product_publish_at" ON "product" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
CREATE INDEX "product_unpublish_at" ON "product" USING btree ("unpublish_at") WHERE unpublish_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sku_combination" ON "sku" USING btree ("product_id","value_ids") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "sku_sku_no_search" ON "sku" USING btree ("sku_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "sku_barcode" ON "sku" USING btree ("barcode") WHERE barcode is not null;--> statement-breakpoint
CREATE INDEX "sku_usual_low_stock" ON "sku" USING btree ("low_stock") WHERE not own_low_stock;--> statement-breakpoint
CREATE INDEX "sku_scarce" ON "sku" USING btree ("stock_level","product_id") WHERE stock_level < 2 and deleted_at is null;--> statement-breakpoint
ALTER TABLE "stock_log" ADD CONSTRAINT "stock_log_reason" CHECK ("stock_log"."reason" in ('initial', 'order_placed', 'order_cancelled', 'order_revived', 'adjusted', 'refunded', 'received', 'counted', 'damaged', 'lost', 'returned', 'correction', 'withdrawn', 'restocked'));--> statement-breakpoint
update product p set price_max = coalesce((
  select max(s.price) from sku s where s.product_id = p.id and s.enabled and s.deleted_at is null), p.price);
