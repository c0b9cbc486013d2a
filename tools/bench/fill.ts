import { Pool } from 'pg'
import { addCustomers, addRoot, withClient } from './shop'

/** The data that requests need of what was filled in. */
export interface Filled {
  customers: number[]
  /** Products on sale, from all over the table. */
  products: number[]
}

/** A search term with `hits` products in a shop of any size; its two-character substrings are in many others. */
export const rareTerm = { term: '青梧砚台', hits: 20 }
/** A search term in every 80th product. */
export const frequentTerm = '砚台'
export const ordersOfEach = 40

/** Of receivers: a surname that an eighth of them have, and one whole name. */
export const receivers = ['陈', '陈知夏']

const words = {
  materials:
    '青梧 白瓷 紫砂 胡桃 竹编 亚麻 黄铜 锡制 粗陶 云杉 樱桃 榉木 藤编 棉麻 苎麻 桑蚕 羊毛 铸铁 珐琅 琉璃 漆器 玄武 汉白 沉香 檀木 柚木 橡木 松木 柏木 桐木 银杏 枣木 梨木 花梨 乌木 楠木 桦木 核桃 桂花 茉莉 陈皮 普洱 白毫 铁观 岩茶 龙井 毛尖 碧螺 雀舌 寿眉 水仙 肉桂 单丛 熟普 生普 滇红 祁红 正山 金骏 六堡'.split(
      ' ',
    ),
  manners:
    '手作 素面 刻花 描金 开片 冰裂 哑光 圆口 葵口 折沿 双耳 提梁 侧把 平底 高足 小号 大号 便携 礼盒 旅行 家用 复古 新式 简约 厚胎 薄胎'.split(
      ' ',
    ),
  things:
    '砚台 茶壶 茶杯 茶盘 茶则 茶针 茶巾 公道 盖碗 水盂 香炉 香盒 香插 烛台 花瓶 花插 笔筒 笔架 笔搁 毛笔 钢笔 墨水 墨锭 镇纸 信纸 信封 本子 手帐 书签 印泥 印章 宣纸 毛毡 饭碗 汤碗 面碗 盘子 碟子 筷子 勺子 砧板 炖锅 砂锅 蒸笼 酒壶 酒杯 食盒 提篮 托盘 杯垫 围裙 毛巾 桌布 门帘 坐垫 靠枕 雨伞 折扇 团扇 灯笼 台灯 风铃 挂钩 收纳 衣架 梳子 镜子 皂盒 肥皂 香薰 蜡烛 糕点 蜜饯 坚果 果干 麻花 酥饼 月饼 粽子 青团 米糕'.split(
      ' ',
    ),
  phrases:
    '用久了会更温润 每一件略有不同 适合一个人的下午 送人也不失礼 洗净晾干即可 轻拿轻放 可以用很多年 三代人的手艺 出自山里的窑 当周做当周寄 不含香精色素 写起来不洇墨 握着刚刚好 放在窗边很好看 雨天用最合适 口感清甜回甘 一次泡三克就够 冬天捧着不烫手 少糖少油 纸质厚实挺括'.split(
      ' ',
    ),
  surnames: '王 李 张 刘 陈 杨 黄 赵'.split(' '),
  givenNames: '晚 知夏 明 建国 秀英 伟 芳 子涵 雨桐 浩然'.split(' '),
  places: '景德镇 宜兴 建阳 龙泉 德化 大理 徽州 苏州 杭州 武夷 安溪 潮州 泾县 歙县 端州 湖州 平遥 敦煌 伊犁 阿里'.split(
    ' ',
  ),
}

/** SQL that picks a word by row number, the same in every run; another `salt` picks independently. */
const word = (list: keyof typeof words, salt: number) => {
  const quoted = words[list].map((one) => `'${one}'`).join(',')
  return `(array[${quoted}])[1 + ${random(salt)} % ${words[list].length}]`
}

/** SQL for a pseudo-random number from 0 up, by row number, the same in every run. */
const random = (salt: number) => `(hashint8extended(n, ${salt}) & 1073741823)::int`

/**
 * The tables to fill, each with an `insert` for the rows `n` from $1 to $2. Ids are explicit, so that tables can reference
 * each other: product and order `n` have the id base + n, the SKUs of a product base + 2n - 1 and base + 2n.
 */
const base = 1_000
/** SQL for the stock of each SKU of a product. */
const stock = `(${random(14)} % 500)`
interface Sizes {
  products: number
  /** How many orders, and how many seconds lie between two. */
  orders: number
  seconds: number
  first_customer: number
}

const insertsFor = ({ products, orders, seconds, first_customer }: Sizes) => ({
  product: `insert into product (id, category_id, name, summary, content, images, properties, specs, status, sort_order, sold_count,
      price, market_price, stock_level, created_at) overriding system value
    select ${base} + n, below.ids[1 + ${random(1)} % cardinality(below.ids)],
      case when n % (${products} / ${rareTerm.hits}) = 0 then '${rareTerm.term}' else ${word('materials', 2)} || ${word('manners', 3)} || ${word('things', 4)} end,
      ${word('phrases', 5)} || '，' || ${word('phrases', 6)} || '。',
      '<p>' || repeat(${word('phrases', 7)} || '，', 8) || '</p>',
      '{/demo/c-tea.webp,/demo/c-teaware.webp}',
      jsonb_build_array(jsonb_build_object('name', '产地', 'detail', ${word('places', 8)}), jsonb_build_object('name', '材质', 'detail', ${word('materials', 9)})),
      case when n % 2 = 0 then '[{"id":1,"name":"规格","values":[{"id":1,"name":"单件"},{"id":2,"name":"一对"}]}]' else '[]' end::jsonb,
      case n % 50 when 7 then 'off_sale' when 9 then 'draft' else 'on_sale' end,
      ${random(10)} % 1000, ${random(11)} % 20000, 500 + ${random(12)} % 50000, 60000,
      case when ${stock} = 0 then 0 when ${stock} <= 10 then 1 else 2 end, now() - make_interval(mins => ${random(13)} % 1000000)
    from generate_series($1::int, $2::int) n, (select array_agg(id order by id) as ids from category where parent_id is not null) below`,
  sku: `insert into sku (id, product_id, sku_no, value_ids, spec_values, price, stock) overriding system value
    select ${base} + 2 * n - 2 + which, ${base} + n, 'FILL-' || n || '-' || which,
      case when n % 2 = 0 then array[which] else '{}' end,
      case when n % 2 = 0 then array[case which when 1 then '单件' else '一对' end] else '{}' end, (500 + ${random(12)} % 50000) * which, ${stock}
    from generate_series($1::int, $2::int) n, generate_series(1, 2 - n % 2) which`,
  order: `insert into "order" (id, order_no, user_id, status, fulfilment, items_amount, total_amount, paid_amount, receiver, created_at, expires_at, paid_at)
    overriding system value
    select ${base} + n, '260101' || lpad(n::text, 14, '0'), ${first_customer} + n % (${orders} / ${ordersOfEach}), case n % 10 when 0 then 'cancelled' when 1 then 'paid' else 'completed' end,
      case when n % 10 > 1 then 'all' else 'none' end, 10000, 10000, case n % 10 when 0 then 0 else 10000 end,
      '{"name":"林晚","mobile":"13800001024","province":"浙江省","city":"杭州市","district":"拱墅区","detail":"青梧路 18 号 3 幢 502 室","postal_code":null}',
      at, at + interval '30 minutes', case n % 10 when 0 then null else at end
    from generate_series($1::int, $2::int) n, lateral (select now() - make_interval(secs => ${seconds}::float * (${orders} - n)) as at) t`,
  order_item: `insert into order_item (order_id, product_id, sku_id, name, spec_text, image_url, price, count, amount, shipped_count)
    select ${base} + n, ${base} + p, ${base} + 2 * p - 1, ${word('materials', 2)} || ${word('things', 4)}, '单件', '/demo/c-tea.webp', 5000, 1, 5000,
      case when n % 10 > 1 then 1 else 0 end
    from generate_series($1::int, $2::int) n, lateral (values (1 + ${random(15)} % ${products}), (1 + (1 + ${random(15)}) % ${products})) bought (p)`,
  order_log: `insert into order_log (order_id, action, from_status, to_status, actor)
    select ${base} + n, done.action, done.from_status, done.to_status, null
    from generate_series($1::int, $2::int) n, (values ('place', null, 'unpaid'), ('pay', 'unpaid', 'paid')) done (action, from_status, to_status)`,
  stock_log: `insert into stock_log (sku_id, delta, balance, reason, order_id)
    select ${base} + 2 * p - 1, -1, 100, 'order_placed', ${base} + n
    from generate_series($1::int, $2::int) n, lateral (values (1 + ${random(15)} % ${products}), (1 + (1 + ${random(15)}) % ${products})) bought (p)`,
})

/** Fills a demonstration shop with `rows` orders of two items each, and as many products. */
export async function fill(database_url: string, rows: number): Promise<Filled> {
  const customers = await withClient(database_url, (client) => addCustomers(client, rows / ordersOfEach))
  const inserts = insertsFor({ products: rows, orders: rows, seconds: 30, first_customer: customers[0] ?? 0 })
  await insertAll(database_url, [{ rows, inserts }])
  const sampled = await withClient(database_url, async (client) => {
    const { rows: sample } = await client.query<{ id: number }>(
      `select id from product where id > $1 and status = 'on_sale' order by hashint4(id) limit 500`,
      [base],
    )
    return sample.map((row) => row.id)
  })
  return { customers, products: sampled }
}

/** Fills a demonstration shop with `rows` products and their SKUs only. */
export async function fillProducts(database_url: string, rows: number): Promise<void> {
  const { product, sku } = insertsFor({ products: rows, orders: 0, seconds: 0, first_customer: 0 })
  await insertAll(database_url, [{ rows, inserts: { product, sku } }])
}

const daysOfOrders = 730
/** How many products there are for each thousand orders. */
const productsPerThousand = 10

/**
 * What becomes of each order of two years, by its number `n`. Two of five are of a customer who has bought nothing before, the
 * others of those from before, some much more often than others; nights are quieter than noon. One of eight is cancelled; the
 * others are shipped after a day or three, in one or two parcels, and completed a week later, but for those that are refunded.
 */
const livesOf = (rows: number) => `
  select n, at, status, customer, line_count, is_discounted, n % 10 < 3 as has_freight,
    case when status not in ('unpaid', 'cancelled') then at + make_interval(secs => 20 + ${random(31)} % 1200) end as paid_at,
    case when status in ('shipped', 'completed') then least(now(), at + make_interval(hours => 20 + ${random(32)} % 50)) end as shipped_at,
    case when status in ('shipped', 'completed') then 'all' when is_part then 'part' else 'none' end as fulfilment,
    case when status = 'refunded' then 'all' when status in ('shipped', 'completed') and r between 150 and 189 then 'piece'
      when is_part or (status = 'shipped' and r = 990) then 'failed' end as refunded,
    line_count > 1 and n % 20 = 0 as is_split, r
  from (
    select n, at, customer, is_discounted, line_count, r, status, status = 'paid' and line_count > 1 and r % 10 = 3 as is_part
    from (
      select n, ${random(21)} % 1000 as r, ${random(22)} % 7 = 0 as is_discounted,
        case ${random(23)} % 10 when 9 then 4 when 8 then 3 when 7 then 2 when 6 then 2 when 5 then 2 else 1 end as line_count,
        (case when ${random(24)} % 5 < 2 then 0.4 * n else power(${random(25)} / 1073741824.0, 2) * 0.4 * n end)::int as customer,
        least(now() - interval '1 minute', day + make_interval(secs => 86400 * (part + 0.1 * sin(2 * pi() * part)))) as at
      from generate_series(1, ${rows}) n, lateral (
        select now() - make_interval(secs => ${daysOfOrders} * 86400.0 * (${rows} - n) / ${rows}) as flat
      ) even, lateral (
        select date_trunc('day', flat, 'Asia/Shanghai') as day,
          extract(epoch from flat - date_trunc('day', flat, 'Asia/Shanghai'))::float / 86400 as part
      ) split
    ) drawn, lateral (
      select case
        when at > now() - interval '30 minutes' then case when n % 2 = 0 then 'unpaid' else 'paid' end
        when r < 120 then 'cancelled'
        when r < 150 and at < now() - interval '1 day' then 'refunded'
        when at > now() - interval '1 day' or (at > now() - interval '3 days' and n % 5 = 0) or (r = 999 and at > now() - interval '60 days') then 'paid'
        when at > now() - interval '9 days' then 'shipped'
        else 'completed' end as status
    ) become
  ) lived`

const receiverOf = (
  customer: string,
) => `jsonb_build_object('name', ${word('surnames', 29)} || ${word('givenNames', 30)}, 'mobile', '13' || lpad(${customer}::text, 9, '0'), 'province', '浙江省',
  'city', '杭州市', 'district', '拱墅区', 'detail', '青梧路 18 号 3 幢 502 室', 'postal_code', null)`

/** Its lines have ids of their own: five for each order. */
const lineId = `${base} + 5 * n + line`
const someLives = 'from life where n between $1 and $2'

const lifeInserts = (products: number, first_customer: number) => ({
  order_item: `insert into order_item (id, order_id, product_id, sku_id, name, spec_text, image_url, price, count, amount, discount_amount,
      shipped_count, refunded_count, kept_count, refunded_amount, paid_at) overriding system value
    select ${lineId}, ${base} + n, ${base} + p, ${base} + 2 * p - 1, ${word('materials', 2)} || ${word('things', 4)}, '单件', '/demo/c-tea.webp',
      price, count, price * count, discount,
      case when fulfilment = 'all' or (fulfilment = 'part' and line = 0) then count else 0 end,
      case when refunded = 'all' then count when refunded is not null and line = 0 then 1 else 0 end,
      case when refunded = 'all' then count else 0 end,
      case when refunded = 'all' then price * count - discount when refunded is not null and line = 0 then (price * count - discount) / count else 0 end,
      paid_at
    from life, generate_series(0, line_count - 1) line, lateral (
      select 1 + (floor(power(${random(26)} / 1073741824.0, 2) * ${products})::int + line * 37) % ${products} as p,
        500 + (hashint8extended(n, 40 + line) & 16383)::int as price, case n % 9 when 0 then 3 when 1 then 2 else 1 end as count
    ) bought, lateral (select case when is_discounted then price * count / 10 else 0 end as discount) less
    where n between $1 and $2`,
  order: `insert into "order" (id, order_no, user_id, status, fulfilment, items_amount, freight_amount, discount_amount, total_amount, paid_amount,
      refunded_amount, promised_amount, promised_freight, remark, receiver, created_at, updated_at, expires_at, paid_at, shipped_at, completed_at, cancelled_at, cancel_reason)
    overriding system value
    select ${base} + n, to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(n::text, 14, '0'), ${first_customer} + customer, status, fulfilment, items, freight, discount, total,
      case when paid_at is null then 0 else total end,
      case refunded when 'all' then total when 'piece' then back else 0 end,
      case when refunded = 'all' then total else back end,
      case when refunded = 'all' then freight else 0 end,
      case when n % 12 = 0 then ${word('phrases', 27)} else '' end, ${receiverOf('customer')},
      at, at, at + interval '30 minutes', paid_at, shipped_at,
      case when status = 'completed' then shipped_at + interval '7 days' end,
      case when status = 'cancelled' then at + interval '30 minutes' end, case when status = 'cancelled' then 'expired' end
    from life, lateral (
      select sum(amount) as items, sum(discount_amount) as discount, sum(refunded_amount) as back from order_item where order_id = ${base} + n
    ) sums, lateral (select case when has_freight then 800 else 0 end as freight) carried,
      lateral (select items + freight - discount as total) summed
    where n between $1 and $2`,
  payment: `insert into payment (id, payment_no, order_id, provider, amount, status, transaction_id, payer, settles, created_at, expires_at, paid_at)
    overriding system value
    select ${base} + n, 'P' || lpad(n::text, 15, '0'), ${base} + n, 'wechat', o.total_amount, case when life.paid_at is null then 'closed' else 'paid' end,
      case when life.paid_at is not null then '4200' || lpad(n::text, 24, '0') end, 'o' || customer, life.paid_at is not null, at, o.expires_at, life.paid_at
    from life join "order" o on o.id = ${base} + n where n between $1 and $2`,
  refund: `insert into refund (id, refund_no, payment_id, amount, freight_amount, reason_code, status, created_at, succeeded_at)
    overriding system value
    select ${base} + n, 'R' || lpad(n::text, 15, '0'), ${base} + n, o.promised_amount, o.promised_freight, 'damaged',
      case when refunded = 'failed' then 'abnormal' else 'succeeded' end, late, case when refunded <> 'failed' then late end
    from life join "order" o on o.id = ${base} + n, lateral (select least(now(), at + make_interval(hours => 24 + ${random(28)} % 480)) as late) t
    where n between $1 and $2 and refunded is not null`,
  refund_item: `insert into refund_item (refund_id, order_item_id, count, kept_count, amount, restock_count)
    select ${base} + n, i.id, i.refunded_count, i.kept_count, i.refunded_amount, i.kept_count
    from life join order_item i on i.order_id = ${base} + n where n between $1 and $2 and i.refunded_count > 0`,
  shipment: `insert into shipment (id, order_id, method, carrier, tracking_no, shipped_at, actor) overriding system value
    select ${base} + 2 * n + parcel, ${base} + n, 'express', 'SF', 'SF' || lpad((2 * n + parcel)::text, 13, '0'), coalesce(shipped_at, paid_at), 1
    from life, generate_series(0, case when is_split and fulfilment = 'all' then 1 else 0 end) parcel
    where n between $1 and $2 and fulfilment <> 'none'`,
  shipment_item: `insert into shipment_item (shipment_id, order_item_id, count)
    select ${base} + 2 * n + case when is_split and fulfilment = 'all' and i.id > ${base} + 5 * n then 1 else 0 end, i.id, i.shipped_count
    from life join order_item i on i.order_id = ${base} + n where n between $1 and $2 and i.shipped_count > 0`,
  order_log: `insert into order_log (order_id, created_at, action, from_status, to_status)
    select ${base} + n, at, 'place', null, 'unpaid' ${someLives}
    union all select ${base} + n, paid_at, 'pay', 'unpaid', 'paid' ${someLives} and paid_at is not null`,
  order_note: `insert into order_note (order_id, created_at, text, pinned, actor)
    select ${base} + n, at, ${word('phrases', 29)}, n % 100 = 3, 1 ${someLives} and n % 50 = 3`,
  after_sale: `insert into after_sale (id, no, order_id, user_id, kind, status, open, reason_code, description, requested_amount, approved_amount,
      decide_by, closed_at, refund_id, created_at) overriding system value
    select ${base} + n, 'A' || lpad(n::text, 15, '0'), ${base} + n, o.user_id, 'refund', state, state = 'requested', 'damaged', ${word('phrases', 30)},
      greatest(1, case when state = 'done' then o.refunded_amount else i.paid_amount end), case when state = 'done' then o.refunded_amount end,
      at + interval '5 days', case when state <> 'requested' then at + interval '5 days' end, case when state = 'done' then ${base} + n end, at
    from life join "order" o on o.id = ${base} + n join order_item i on i.id = ${base} + 5 * n, lateral (
      select case when refunded = 'piece' then 'done' when life.status = 'shipped' and n % 40 = 7 then 'requested' when n % 100 = 9 then 'rejected' end as state
    ) t where n between $1 and $2 and state is not null and life.fulfilment = 'all'`,
  after_sale_item: `insert into after_sale_item (after_sale_id, order_item_id, count, amount, open)
    select c.id, ${base} + 5 * n, 1, c.requested_amount, c.open
    from life join after_sale c on c.id = ${base} + n where n between $1 and $2`,
})

/** What is in a shop that was filled with lives of orders. */
export interface FilledOrders {
  /** Somebody who has bought more than anybody else. */
  customer_id: number
  /** The product that most orders have. */
  product_id: number
  /** Numbers of orders, each of another one that was shipped. */
  numbers: Record<'order_no' | 'payment_no' | 'transaction_id' | 'tracking_no' | 'mobile', string[]>
}

/** Fills a demonstration shop with orders of two years in every state that such a shop has, and their customers and products. */
export async function fillOrders(database_url: string, rows: number): Promise<FilledOrders> {
  const products = (rows / 1_000) * productsPerThousand
  const customers = await withClient(database_url, (client) => addCustomers(client, 0.4 * rows + 1))
  const { product, sku } = insertsFor({ products, orders: 0, seconds: 0, first_customer: 0 })
  await withClient(database_url, (client) =>
    client.query(`create unlogged table life as ${livesOf(rows)}; alter table life add primary key (n); analyze life`),
  )
  await insertAll(database_url, [
    { rows: products, inserts: { product, sku } },
    { rows, inserts: lifeInserts(products, customers[0] ?? 0) },
  ])
  return withClient(database_url, async (client) => {
    await client.query('drop table life')
    const most = async (table: string, column: string) => {
      const { rows: found } = await client.query<{ id: number }>(
        `select ${column} as id from ${table} group by 1 order by count(*) desc limit 1`,
      )
      return found[0]?.id ?? 0
    }
    const { rows: sample } = await client.query<Record<keyof FilledOrders['numbers'], string>>(`
      select o.order_no, p.payment_no, p.transaction_id, s.tracking_no, o.receiver ->> 'mobile' as mobile
      from (select * from "order" where shipped_at is not null and id > ${base} order by hashint4(id) limit 24) o
        join payment p on p.order_id = o.id and p.settles, lateral (select tracking_no from shipment where order_id = o.id limit 1) s`)
    const column = (name: keyof FilledOrders['numbers']) => sample.map((row) => row[name])
    return {
      customer_id: await most('"order"', 'user_id'),
      product_id: await most('order_item', 'product_id'),
      numbers: {
        order_no: column('order_no'),
        payment_no: column('payment_no'),
        transaction_id: column('transaction_id'),
        tracking_no: column('tracking_no'),
        mobile: column('mobile'),
      },
    }
  })
}

/** Operations of the admin over half a year, one of twenty refused, a fifth of them on products; returns a root's token. */
export async function fillLogs(database_url: string, rows: number): Promise<string> {
  const oper_log = `insert into oper_log (id, created_at, updated_at, request_id, user_id, username, module, permission_code, action,
      method, path, target_type, target_id, before, after, params, status, code, success, duration_ms, ip, user_agent) overriding system value
    select n, at, at, 'request-' || n, 2 + ${random(1)} % 20, 'staff-' || ${random(1)} % 20, module, 'cms.' || module || '.' || action, action,
      'PUT', '/cms/' || module || '/' || ${random(2)} % 10000, module, ${random(2)} % 10000,
      jsonb_build_object('name', ${word('things', 3)}, 'price', ${random(4)} % 10000), jsonb_build_object('name', ${word('things', 5)}, 'price', ${random(6)} % 10000),
      jsonb_build_object('name', ${word('things', 5)}, 'price', ${random(6)} % 10000, 'version', 3),
      case when refused then 403 else 200 end, case when refused then 'forbidden' end, not refused, ${random(7)} % 40,
      '203.0.113.' || ${random(8)} % 256, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
    from generate_series($1::int, $2::int) n, lateral (
      select now() - make_interval(secs => 15552000.0 * (${rows} - n) / ${rows}) as at, ${random(9)} % 20 = 0 as refused,
        case when n % 5 = 0 then 'product' else (array['order','order','order','banner','theme','user','config','notice'])[1 + ${random(10)} % 8] end as module,
        (array['update','update','update','create','delete','export'])[1 + ${random(11)} % 6] as action) drawn`
  // The demonstration has rows of its own.
  await withClient(database_url, (client) => client.query('truncate oper_log'))
  await insertAll(database_url, [{ rows, inserts: { oper_log } }])
  return withClient(database_url, addRoot)
}

interface Filling {
  rows: number
  /** By the table. */
  inserts: Record<string, string>
}

/** Runs each `insert` in steps. Indexes are created after the rows and foreign keys are not checked, which saves hours. */
async function insertAll(database_url: string, fillings: Filling[]): Promise<void> {
  const options =
    '-c statement_timeout=0 -c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=1GB'
  const pool = new Pool({ connectionString: database_url, options, max: 2 })
  pool.on('error', () => {}) // a lost connection also fails the statement
  try {
    const tables = fillings.flatMap(({ inserts }) => Object.keys(inserts)).map((name) => `'"${name}"'::regclass`)
    const { rows: indexes } = await pool.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      where indrelid in (${tables.join(', ')}) and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`)
    for (const { name } of indexes) await pool.query(`drop index ${name}`)

    const { rows: ids } = await pool.query<{ name: string }>(`
      select relname as name from pg_attribute a join pg_class c on c.oid = attrelid where attrelid in (${tables.join(', ')}) and attname = 'id'`)
    const numbered = new Set(ids.map(({ name }) => name))
    for (const { rows, inserts } of fillings) {
      const step = Math.min(50_000, rows)
      for (const [table, insert] of Object.entries(inserts)) {
        await timed(`${rows} × ${table}`, rows / step, async (at) => {
          await pool.query(insert, [at * step + 1, Math.min(rows, (at + 1) * step)])
        })
        if (numbered.has(table)) {
          await pool.query(
            `select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`,
          )
        }
      }
    }
    await timed(`${indexes.length} indexes`, indexes.length, async (at) => {
      await pool.query(indexes[at]?.definition ?? '')
    })
    // Triggers did not run either.
    await pool.query(`insert into buyer select user_id, min(paid_at) from "order" where paid_at is not null group by user_id
      on conflict (user_id) do update set first_paid_at = excluded.first_paid_at`)
    await timed('vacuum analyze', 1, async () => {
      await pool.query('vacuum analyze')
    })
  } finally {
    await pool.end()
  }
}

/** Runs `parts` pieces of work, two at a time, and prints how long they took. */
async function timed(title: string, parts: number, work: (at: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  let next = 0
  const lane = async () => {
    while (next < parts) await work(next++)
  }
  await Promise.all([lane(), lane()])
  console.log(`  ${title}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}
