CREATE INDEX "product_on_sale_by_sort_order" ON "product" USING btree ("sort_order","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_on_sale_by_price" ON "product" USING btree ("price","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_on_sale_by_sold_count" ON "product" USING btree ("sold_count","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_on_sale_by_created_at" ON "product" USING btree ("created_at","id") WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_name_grams" ON "product" USING gin (grams("name")) WITH (fastupdate=false) WHERE status = 'on_sale' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "product_sample_grams" ON "product" USING gin ("grams",grams("name")) WITH (fastupdate=false) WHERE id % 8 = 0 and status = 'on_sale' and deleted_at is null;--> statement-breakpoint
-- What the words of a search are looked up with.
create function search_pieces(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct piece) from unnest(words) word, unnest(search_grams(word)) piece
$$;
--> statement-breakpoint
-- Whether no word has more than two characters: such words are pieces themselves and need no comparison with the text.
create function are_pieces(words text[]) returns boolean language sql immutable strict parallel safe as $$
  select bool_and(char_length(word) <= 2) from unnest(words) word
$$;
--> statement-breakpoint
-- Whether a name contains all words, which are in lower case.
create function name_holds(name text, words text[]) returns boolean language plpgsql immutable strict parallel safe as $$
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
create function product_holds(name text, summary text, properties jsonb, words text[]) returns boolean
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
-- The functions below always use the indexes of pieces: for frequent words, the planner prefers to read the table until it
-- has found enough. Bitmaps get the memory to stay exact. Compilation and parallel workers take longer to start than these
-- queries take. Subqueries have values that are computed once, not for each product.
-- The products on sale with all words somewhere in their text, with what they can be sorted by.
create function product_hits(words text[])
returns table (id integer, name text, sort_order integer, price integer, sold_count integer, created_at timestamptz, in_name boolean)
language sql stable
set enable_seqscan = off set enable_indexscan = off set work_mem = '16MB' set jit = off set max_parallel_workers_per_gather = 0
as $$
  select p.id, p.name, p.sort_order, p.price, p.sold_count, p.created_at, name_holds(p.name, words)
  from product p
  where p.grams @> (select search_pieces(words)) and p.status = 'on_sale' and p.deleted_at is null
    and ((select are_pieces(words)) or product_holds(p.name, p.summary, p.properties, words))
$$;
--> statement-breakpoint
-- The products on sale with all words in their name.
create function product_name_hits(words text[])
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
create function product_hits_are_many(words text[]) returns boolean
language sql stable
set enable_seqscan = off set enable_indexscan = off set work_mem = '16MB' set jit = off set max_parallel_workers_per_gather = 0
as $$
  select count(*) > 1000 from (
    select from (
      select p.name, p.summary, p.properties from product p
      where p.grams @> (select search_pieces(words)) and p.id % 8 = 0 and p.status = 'on_sale' and p.deleted_at is null
      limit 4000
    ) p
    where (select are_pieces(words)) or product_holds(p.name, p.summary, p.properties, words)
    limit 1001
  ) hit
$$;
--> statement-breakpoint
-- The same for hits in the name.
create function product_name_hits_are_many(words text[]) returns boolean
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
