-- Returns the addresses of files in a value. The value is an address, a list of addresses, the specs of a product,
-- whose values have pictures, or cleaned HTML (a column `content`). In cleaned HTML, `src` is the first attribute of an
-- image, and `href` the first attribute of a link. A link counts only if it is the address of a file, with or without
-- the origin of this server.
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
-- Returns the place of a file's address in the value of a column, as a path in the request body:
-- `specs.0.values.1.image_url`.
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
-- Keeps `file_use` up to date with the columns that are the arguments of the trigger. Refuses a new address that
-- belongs neither to a file nor to an asset of the demonstration. The error names the constraint `file_address` and the
-- column. Locks the files, so that no file is deleted or replaced before this transaction ends.
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
-- Adds a row to `file_use` for the first order item that shows a file. Further order items need no row: the picture of
-- an order item never changes, so one row is enough to know that the file is in use.
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
