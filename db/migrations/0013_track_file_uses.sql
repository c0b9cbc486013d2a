-- The addresses of files in a value: in an address, in a list of them, or in cleaned HTML (a column `content`), where `src`
-- is the first attribute of an image.
create function file_addresses(value jsonb, field text) returns text[] language sql immutable as $$
  select case
    when value is null or jsonb_typeof(value) = 'null' then '{}'::text[]
    when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value))
    when field = 'content' then
      array(select distinct found[1] from regexp_matches(value #>> '{}', '<img src="([^"]*)"', 'g') found)
    else array[value #>> '{}']
  end
$$;
--> statement-breakpoint
-- Keeps `file_use` up to date with the columns that are the arguments of the trigger, and refuses a new address that is
-- neither that of a file nor of an asset of the demonstration: violates the constraint `file_address`, at the column.
-- The files are locked, so that none of them is deleted or replaced before this transaction ends.
create function track_file_use() returns trigger language plpgsql as $$
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
          column = case when jsonb_typeof(to_jsonb(new) -> field) = 'array'
            then field || '.' || (array_position(after, missing) - 1) else field end;
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
-- Order items are snapshots: one row says that some order shows the file.
create function track_file_use_of_orders() returns trigger language plpgsql as $$
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
create trigger track_file_use after insert or delete or update of avatar_url on "user"
  for each row execute function track_file_use('avatar_url');
--> statement-breakpoint
create trigger track_file_use after insert or delete or update of image_url on category
  for each row execute function track_file_use('image_url');
--> statement-breakpoint
create trigger track_file_use after insert or delete or update of topic_image_url, head_image_url on theme
  for each row execute function track_file_use('topic_image_url', 'head_image_url');
--> statement-breakpoint
create trigger track_file_use after insert or delete or update of image_url on banner_item
  for each row execute function track_file_use('image_url');
--> statement-breakpoint
create trigger track_file_use after insert or delete or update of images, content on product
  for each row execute function track_file_use('images', 'content');
--> statement-breakpoint
create trigger track_file_use after insert or delete or update of image_url on sku
  for each row execute function track_file_use('image_url');
--> statement-breakpoint
create trigger track_file_use after insert or delete or update of image_url, content on article
  for each row execute function track_file_use('image_url', 'content');
--> statement-breakpoint
create trigger track_file_use after insert or delete or update of content on notice
  for each row execute function track_file_use('content');
--> statement-breakpoint
create trigger track_file_use after insert on order_item referencing new table as added
  for each statement execute function track_file_use_of_orders();
