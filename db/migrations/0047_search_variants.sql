-- The searchable text of a product, in lower case. `properties` have a name and a detail, or, as specs that customers read, a name
-- and values.
create or replace function product_text(name text, summary text, properties jsonb) returns text language sql immutable strict parallel safe as $$
  select lower(name || E'\n' || summary || E'\n' || coalesce(
    (select string_agg((p ->> 'name') || ' ' || coalesce(p ->> 'detail',
      (select string_agg(v, ' ') from jsonb_array_elements_text(p -> 'values') v), ''), E'\n') from jsonb_array_elements(properties) p), ''))
$$;
--> statement-breakpoint
-- Its indexes go with the column.
ALTER TABLE "product" drop column "grams";--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "grams" text[] GENERATED ALWAYS AS (grams(product_text("name", "summary", "properties" || shown_specs("specs")))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "product_grams" ON "product" USING gin ("grams");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "product_sample_grams" ON "product" USING gin ("grams",grams("name")) WITH (fastupdate=false) WHERE id % 8 = 0 and status = 'on_sale' and deleted_at is null;--> statement-breakpoint
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
