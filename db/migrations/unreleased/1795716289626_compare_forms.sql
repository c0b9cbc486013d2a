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
-- Two records with names that are one name now: the later one gets its number in parentheses.
UPDATE "banner" SET name = "banner".name || ' (' || "banner".id || ')', updated_at = now() FROM (
  SELECT id, row_number() OVER (PARTITION BY folded(name) ORDER BY id) AS place FROM "banner"
) named WHERE "banner".id = named.id AND named.place > 1;--> statement-breakpoint
UPDATE "file_folder" SET name = "file_folder".name || ' (' || "file_folder".id || ')', updated_at = now() FROM (
  SELECT id, row_number() OVER (PARTITION BY folded(name), parent_id ORDER BY id) AS place FROM "file_folder"
) named WHERE "file_folder".id = named.id AND named.place > 1;--> statement-breakpoint
UPDATE "group" SET name = "group".name || ' (' || "group".id || ')', updated_at = now() FROM (
  SELECT id, row_number() OVER (PARTITION BY folded(name) ORDER BY id) AS place FROM "group"
) named WHERE "group".id = named.id AND named.place > 1;--> statement-breakpoint
UPDATE "view" SET name = "view".name || ' (' || "view".id || ')', updated_at = now() FROM (
  SELECT id, row_number() OVER (PARTITION BY folded(name), user_id, list ORDER BY id) AS place FROM "view"
) named WHERE "view".id = named.id AND named.place > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "banner_folded_name" ON "banner" USING btree (folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "file_folder_folded_name" ON "file_folder" USING btree (folded("name"),coalesce("parent_id", 0));--> statement-breakpoint
CREATE UNIQUE INDEX "group_folded_name" ON "group" USING btree (folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "view_folded_name" ON "view" USING btree (folded("name"),"user_id","list");--> statement-breakpoint
-- Accounts of earlier versions, such as 008613800001234. Of several accounts with one number, the one that is already in
-- the form keeps the number, else a verified one, else the first one; the others stay as they are.
UPDATE identity SET identifier = formed.key, updated_at = now() FROM (
  SELECT id, phone_key(identifier) AS key,
    row_number() OVER (PARTITION BY phone_key(identifier) ORDER BY identifier <> phone_key(identifier), verified_at IS NULL, id) AS place
  FROM identity WHERE type = 102
) formed WHERE identity.id = formed.id AND formed.place = 1 AND formed.key <> identity.identifier;--> statement-breakpoint
-- These indexes have pieces of the texts as the function returned them before.
REINDEX INDEX "oper_log_target_name";--> statement-breakpoint
REINDEX INDEX "product_past_name_grams";--> statement-breakpoint
REINDEX INDEX "user_customer_nickname";--> statement-breakpoint
-- An operator may have created the functions above and the indexes of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "order_receiver_phone" ON "order" USING btree (phone_key(receiver ->> 'mobile'));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_receiver_phone_ending" ON "order" USING btree (right(phone_key(receiver ->> 'mobile'), 4));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_receiver_folded" ON "order" USING gin (string_to_array(folded(receiver ->> 'name'), null)) WITH (gin_pending_list_limit=512);--> statement-breakpoint
DROP INDEX "order_receiver_mobile";--> statement-breakpoint
DROP INDEX "order_receiver_mobile_ending";--> statement-breakpoint
DROP INDEX "order_receiver_characters";--> statement-breakpoint
-- Computes the pieces of products with characters whose folded form is another one. The changed pieces also write the
-- product to all indexes again.
UPDATE product SET name = name WHERE grams <> grams(product_text(name, summary, properties || shown_specs(specs)));
