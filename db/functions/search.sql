-- Returns the form in which texts are searched and names are unique. Full-width characters become ASCII, a letter and
-- its combining mark become one character (NFKC), and letters become lower case. Only for texts of limited length: NFKC
-- sorts the marks of a letter, and the time grows with the square of the number of marks.
create or replace function folded(t text) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(t, NFKC))
$$;
--> statement-breakpoint
-- Returns all pieces of one and two characters of a text, for an index. Chinese has no spaces between words, and
-- trigram indexes cannot serve a word of two characters. A search looks up all pieces of two characters of its term and
-- then compares the term itself. Functions in indexes and generated columns call no functions of this schema:
-- PostgreSQL runs them without a search path when it builds an index or restores a backup.
create or replace function grams(t text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct g), '{}')
  from (
    select substr(l, i, n) as g
    from (select lower(normalize(t, NFKC)) as l) x, generate_series(1, char_length(l)) i, (values (1), (2)) v(n)
    where i + n - 1 <= char_length(l)
  ) y
$$;
--> statement-breakpoint
-- Returns the pieces of a term that a search looks up: all pieces of two characters, or the term if it has only one.
create or replace function search_grams(q text) returns text[] language sql immutable strict parallel safe as $$
  select case when char_length(l) < 2 then array[l] else (
    select array_agg(distinct substr(l, i, 2)) from generate_series(1, char_length(l) - 1) i
  ) end from (select folded(q) as l) x
$$;
--> statement-breakpoint
-- Returns the pieces of all words of a search that the search looks up.
create or replace function search_pieces(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct piece) from unnest(words) word, unnest(search_grams(word)) piece
$$;
--> statement-breakpoint
-- Whether no word has more than two characters: such words are pieces themselves and need no comparison with the text.
create or replace function are_pieces(words text[]) returns boolean language sql immutable strict parallel safe as $$
  select bool_and(char_length(word) <= 2) from unnest(words) word
$$;
--> statement-breakpoint
-- Returns the searchable text of a product, folded. `properties` is a list of `{name, detail}` for properties and
-- `{name, values}` for specs (`shown_specs`).
create or replace function product_text(name text, summary text, properties jsonb) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(x, NFKC)) from (select name || E'\n' || summary || E'\n' || coalesce(
    (select string_agg((p ->> 'name') || ' ' || coalesce(p ->> 'detail',
      (select string_agg(v, ' ') from jsonb_array_elements_text(p -> 'values') v), ''), E'\n') from jsonb_array_elements(properties) p), '') as x) y
$$;
--> statement-breakpoint
-- Returns the specs of a product as customers read them: names only, without removed specs and values.
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
-- Whether a name contains all words. The words must be folded.
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
-- Whether a product contains all words. The product must have all pieces of the words: words of one or two characters
-- are not compared again.
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
-- The settings of the functions below force the indexes of pieces: for frequent words, the planner would rather read
-- the table until it has found enough rows. `work_mem` is enough to keep bitmaps exact. Compilation and parallel
-- workers are off: they take longer to start than these queries run. Values in subqueries are computed once, not for
-- each product.
-- Returns the products on sale that have all words in their text, with the columns by which results can be sorted.
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
-- Returns the products on sale with all words in their name.
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
-- Whether more than a thousand products in the sample are hits. If so, there are more than a thousand among all
-- products; if not, there are hardly more than eight thousand.
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
-- Whether more than a thousand products in the sample are hits in the name.
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
