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
insert into file_use (file_id, "table", record_id, field)
  select distinct o.file_id, texts."table", texts.id, 'content'
  from (
    select 'article' as "table", id, content from article
    union all select 'notice', id, content from notice
    union all select 'product', id, content from product
  ) texts
  cross join lateral unnest(file_addresses(to_jsonb(texts.content), 'content')) address
  join file_object o on o.url = address
  where texts.content like '%<a href="%' and o.file_id is not null
  on conflict do nothing;
