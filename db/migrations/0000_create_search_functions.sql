-- Chinese has no spaces between words and trigram indexes cannot serve a word of two characters.
-- So a text is indexed by all its pieces of one and two characters; a search asks for all pieces of two of its term
-- and then compares the term itself.
create function grams(t text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct g), '{}')
  from (
    select substr(l, i, n) as g
    from (select lower(t) as l) x, generate_series(1, char_length(t)) i, (values (1), (2)) v(n)
    where i + n - 1 <= char_length(t)
  ) y
$$;
--> statement-breakpoint
-- What a term is looked up with: its pieces of two characters; a term of one character is its own piece.
create function search_grams(q text) returns text[] language sql immutable strict parallel safe as $$
  select case when char_length(q) < 2 then array[lower(q)] else (
    select array_agg(distinct substr(l, i, 2)) from (select lower(q) as l) x, generate_series(1, char_length(q) - 1) i
  ) end
$$;
--> statement-breakpoint
-- The searchable text of a product, in lower case.
create function product_text(name text, summary text, properties jsonb) returns text language sql immutable strict parallel safe as $$
  select lower(name || E'\n' || summary || E'\n' || coalesce(
    (select string_agg((p ->> 'name') || ' ' || (p ->> 'detail'), E'\n') from jsonb_array_elements(properties) p), ''))
$$;
