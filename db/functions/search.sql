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
-- Returns the pieces to look up the words of a search with.
create or replace function search_pieces(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct piece) from unnest(words) word, unnest(search_grams(word)) piece
$$;
--> statement-breakpoint
-- Whether no word has more than two characters: such words are pieces themselves and need no comparison with the text.
create or replace function are_pieces(words text[]) returns boolean language sql immutable strict parallel safe as $$
  select bool_and(char_length(word) <= 2) from unnest(words) word
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
-- The functions below always use the indexes of pieces: for frequent words, the planner would rather read the table
-- until it has found enough rows. They get enough memory to keep bitmaps exact. Compilation and parallel workers take
-- longer to start than these queries run. Subqueries have values that are computed once, not for each product.
-- Returns the products on sale that have all words in their text, with the columns they can be sorted by.
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
