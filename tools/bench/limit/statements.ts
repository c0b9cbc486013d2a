/**
 * The SQL condition for products on sale. All statements in this file are copies of the statements that the shop sends.
 * The comment of each statement lists the values of its parameters in order.
 */

const visible = `p.status = 'on_sale' and p.deleted_at is null`
const offered = 'sku s where s.product_id = p.id and s.enabled and s.deleted_at is null'

const card = `json_build_object(
  'id', p.id, 'name', p.name, 'summary', p.summary, 'image_url', p.images[1], 'price', p.price, 'market_price', p.market_price,
  'stock', (select coalesce(sum(s.stock), 0) from ${offered}), 'sold_count', p.sold_count, 'category_id', p.category_id)`

/** Reads a product with its category and its SKUs. Values: the id of the product. */
export const product = `select json_build_object(
    'id', p.id, 'name', p.name, 'summary', p.summary, 'image_url', p.images[1], 'price', p.price, 'market_price', p.market_price,
    'sold_count', p.sold_count, 'category_id', p.category_id, 'images', p.images, 'properties', p.properties, 'specs', p.shown_specs,
    'content', p.content, 'category', json_build_object('id', c.id, 'name', c.name),
    'skus', coalesce((
      select json_agg(json_build_object('id', s.id, 'sku_no', s.sku_no, 'spec_values', s.spec_values, 'price', s.price,
        'market_price', s.market_price, 'stock', s.stock, 'image_url', s.image_url) order by s.id) from ${offered}), '[]')) as json
  from product p join category c on c.id = p.category_id
  where p.id = $1 and ${visible}`

/**
 * Reads the first page of the products in a category and its subcategories. Values: id of the category, size of the
 * page.
 */
export const byCategory = `select to_json(answer) as json from (
  with recursive up as (
    select id, parent_id, status from category where id = $1
    union all select c.id, c.parent_id, c.status from category c join up on c.id = up.parent_id
  ), tree as (
    select $1::int as id where (select bool_and(status = 'enabled') from up)
    union all select c.id from category c join tree on c.parent_id = tree.id where c.status = 'enabled'
  )
  select exists (select 1 from tree) as known,
    (select count(*)::int from (
      select 1 from tree cross join lateral (
        select 1 from product p where p.category_id = tree.id and ${visible} order by p.sort_order, p.id limit 1001) p
      limit 1001) c) as counted,
    (select coalesce(json_agg(${card} order by p.sort_order asc, p.id asc), '[]') from (
      select p.* from tree cross join lateral (
        select p.* from (
          select p.id, p.name, p.summary, p.images, p.price, p.market_price, p.sold_count, p.category_id, p.sort_order, p.created_at
          from product p where p.category_id = tree.id and ${visible} order by p.sort_order asc, p.id asc limit 100) p
        order by p.sort_order asc, p.id asc limit (select $2::int)) p
      order by p.sort_order asc, p.id asc limit (select $2::int)) p) as items
) as answer`

export const categories = `select json_build_object('id', id, 'parent_id', parent_id, 'name', name, 'description', description,
    'image_url', image_url) as json
  from category where status = 'enabled' order by sort_order, id`

/** Finds the user of a token. `counted`: SQL that counts the request for rate limits. Values: hash of the token. */
const identifying = (counted: string) => `with found as (
    select s.id as session_id, u.id as user_id, u.kind, u.is_root, u.must_change_secret,
      case u.kind when 'staff' then array(
        select distinct gp.code from user_group ug join group_permission gp on gp.group_id = ug.group_id where ug.user_id = u.id
      ) else '{}' end as permission_codes
    from session s join "user" u on u.id = s.user_id
    where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now() and u.status = 'active' and u.deleted_at is null
  ), seen as (
    update session s set last_seen_at = now(), updated_at = now(),
      expires_at = least(now() + interval '30 days', s.created_at + interval '180 days')
    from found f where s.id = f.session_id and s.last_seen_at < now() - interval '5 minutes' returning s.id
  ), counted as (${counted})
  select json_build_object('user_id', user_id, 'kind', kind, 'permission_codes', permission_codes,
    'points', points, 'retry_after', retry_after) as json
  from found left join counted on true`

export const identify = identifying('select null::int as points, null::int as retry_after where false')

export const identifyWrite = identifying(`
  insert into rate_limit as r (key, points, expires_at)
  select 'write:' || user_id, 1, now() + interval '1 minute' from found, set_config('synchronous_commit', 'off', true)
  on conflict (key) do update set
    points = case when r.expires_at <= now() then 1 else r.points + 1 end,
    expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
  returning points, ceil(extract(epoch from expires_at - now()))::int as retry_after`)

/** Reads a user with the user's identities. Values: id of the user. */
export const user = `select json_build_object(
    'id', u.id, 'kind', u.kind, 'nickname', u.nickname, 'avatar_url', u.avatar_url, 'gender', u.gender, 'birthday', u.birthday,
    'has_password', u.secret_hash is not null, 'created_at', u.created_at, 'is_root', u.is_root,
    'identities', coalesce((
      select json_object_agg(i.type, json_build_object('identifier', i.identifier, 'verified', i.verified_at is not null))
      from identity i where i.user_id = u.id and i.type <> 200), '{}')) as json
  from "user" u where u.id = $1`

export const begin = `begin; set local lock_timeout = '4s'; set local idle_in_transaction_session_timeout = '15s'; set local statement_timeout = '5s'`

/** Locks the row of a user. Values: id of the user. */
export const lockCustomer = 'select id from "user" where id = $1 for no key update'

/** Locks SKUs, and reads them with the default address of the user. Values: id of the user, ids of the SKUs. */
export const readForPlacing = `with locked as (
    select s.id as sku_id, p.id as product_id, p.name, array_to_string(s.spec_values, ' / ') as spec_text,
      coalesce(s.image_url, p.images[1]) as image_url, s.price, s.stock,
      s.enabled and s.deleted_at is null and p.status = 'on_sale' and p.deleted_at is null as sellable
    from sku s join product p on p.id = s.product_id where s.id = any((select $2::int[])::int[]) order by s.id for no key update of s
  )
  select json_build_object(
    'lines', coalesce((select json_agg(locked) from locked), '[]'),
    'unpaid', (select count(*)::int from "order" where user_id = $1 and status = 'unpaid'),
    'receiver', (
      select json_build_object('name', a.name, 'mobile', a.mobile, 'province', a.province, 'city', a.city, 'district', a.district,
        'detail', a.detail, 'postal_code', a.postal_code)
      from address a where a.user_id = $1 and a.is_default)) as json`

/**
 * Places an order. Values: lines (JSON), suffix of the order number, id of the user, amount, receiver (JSON), ids of
 * the SKUs.
 */
export const place = `with lines as (
    select * from jsonb_to_recordset($1::jsonb)
      as l (sku_id int, product_id int, name text, spec_text text, image_url text, price int, count int)
  ), taken as (
    update sku set stock = sku.stock - lines.count, updated_at = now() from lines
    where sku.id = lines.sku_id and sku.id = any((select $6::int[])::int[]) and sku.stock >= lines.count
    returning sku.id, sku.stock, lines.count
  ), placed as (
    insert into "order" (order_no, user_id, items_amount, freight_amount, total_amount, remark, receiver, expires_at, next_try_at)
    select to_char(now() at time zone 'Asia/Shanghai', 'YYMMDD') || $2::text, $3::int, $4::bigint, 0, $4::bigint, '', $5::jsonb,
      now() + interval '30 minutes', now() + interval '30 minutes'
    returning id, order_no, created_at, expires_at
  ), items as (
    insert into order_item (order_id, product_id, sku_id, name, spec_text, image_url, price, count, amount)
    select placed.id, lines.product_id, lines.sku_id, lines.name, lines.spec_text, lines.image_url, lines.price, lines.count,
      lines.price::bigint * lines.count
    from placed, lines order by lines.sku_id returning id, sku_id
  ), ledger as (
    insert into stock_log (sku_id, delta, balance, reason, order_id, actor)
    select taken.id, -taken.count, taken.stock, 'order_placed', placed.id, $3::int from taken, placed returning id
  ), history as (
    insert into order_log (order_id, action, to_status, actor) select id, 'place', 'unpaid', $3::int from placed returning id
  )
  select json_build_object('id', id, 'order_no', order_no, 'created_at', created_at, 'expires_at', expires_at,
    'taken', (select count(*)::int from taken), 'items', (select json_agg(items order by id) from items)) as json
  from placed`

const locked = `select s.id as sku_id, p.id as product_id, p.name, array_to_string(s.spec_values, ' / ') as spec_text,
    coalesce(s.image_url, p.images[1]) as image_url, s.price, s.stock
  from sku s join product p on p.id = s.product_id where s.id = any((select $2::int[])::int[]) order by s.id for no key update of s`

const receiver = `select json_build_object('name', a.name, 'mobile', a.mobile, 'province', a.province, 'city', a.city, 'district', a.district,
    'detail', a.detail, 'postal_code', a.postal_code) from address a where a.user_id = $1 and a.is_default`

/**
 * Locks and reads the same rows as `readForPlacing`, and also takes ids for the order and its items from the sequences.
 * Values: id of the user, ids of the SKUs.
 */
export const reserve = `with locked as (${locked})
  select json_build_object(
    'lines', coalesce((select json_agg(locked) from locked), '[]'),
    'unpaid', (select count(*)::int from "order" where user_id = $1 and status = 'unpaid'),
    'receiver', (${receiver}),
    'id', nextval('order_id_seq'), 'item_ids', (select json_agg(nextval('order_item_id_seq')) from unnest((select $2::int[])::int[])),
    'created_at', now(), 'expires_at', now() + interval '30 minutes') as json`

/**
 * Places an order with the ids that `reserve` has taken. If stock is missing, fails by a division by zero. Values:
 * lines with ids (JSON), order number, id of the user, amount, receiver (JSON), ids of the SKUs, id of the order, time
 * limit for the payment.
 */
export const placeReserved = `with lines as (
    select * from jsonb_to_recordset($1::jsonb)
      as l (id int, sku_id int, product_id int, name text, spec_text text, image_url text, price int, count int)
  ), taken as (
    update sku set stock = sku.stock - lines.count, updated_at = now() from lines
    where sku.id = lines.sku_id and sku.id = any((select $6::int[])::int[]) and sku.stock >= lines.count
    returning sku.id, sku.stock, lines.count
  ), placed as (
    insert into "order" (id, order_no, user_id, items_amount, freight_amount, total_amount, remark, receiver, expires_at, next_try_at)
    overriding system value
    values ($7::int, $2::text, $3::int, $4::bigint, 0, $4::bigint, '', $5::jsonb, $8::timestamptz, $8::timestamptz) returning id
  ), items as (
    insert into order_item (id, order_id, product_id, sku_id, name, spec_text, image_url, price, count, amount) overriding system value
    select lines.id, placed.id, lines.product_id, lines.sku_id, lines.name, lines.spec_text, lines.image_url, lines.price, lines.count,
      lines.price::bigint * lines.count
    from placed, lines order by lines.sku_id returning id
  ), ledger as (
    insert into stock_log (sku_id, delta, balance, reason, order_id, actor)
    select taken.id, -taken.count, taken.stock, 'order_placed', placed.id, $3::int from taken, placed returning id
  ), history as (
    insert into order_log (order_id, action, to_status, actor) select id, 'place', 'unpaid', $3::int from placed returning id
  )
  select 1 / ((select count(*) from taken) = (select count(*) from lines))::int as json`
