-- The addresses of files in a value: in an address, in a list of them, in the specs of a product, whose values have pictures,
-- or in cleaned HTML (a column `content`), where `src` is the first attribute of an image.
create or replace function file_addresses(value jsonb, field text) returns text[] language sql immutable as $$
  select case
    when value is null or jsonb_typeof(value) = 'null' then '{}'::text[]
    when field = 'specs' then
      array(select distinct found #>> '{}' from jsonb_path_query(value, '$[*].values[*].image_url') found order by 1)
    when jsonb_typeof(value) = 'array' then array(select jsonb_array_elements_text(value))
    when field = 'content' then
      array(select distinct found[1] from regexp_matches(value #>> '{}', '<img src="([^"]*)"', 'g') found)
    else array[value #>> '{}']
  end
$$;
--> statement-breakpoint
-- Where a column has the address of a file, as a path of the JSON that is sent for it.
create function file_address_place(value jsonb, field text, address text) returns text language sql immutable as $$
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
drop trigger track_file_use on product;
--> statement-breakpoint
create trigger track_file_use after insert or delete or update of images, content, specs on product
  for each row execute function track_file_use('images', 'content', 'specs');
