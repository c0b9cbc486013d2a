import { Pool } from 'pg'
import { addCustomers, addRoot, withClient } from './shop'

/** The ids of rows that `fill` has inserted, for use in requests. */
export interface Filled {
  customers: number[]
  /** The ids of products on sale, sampled from the whole table. */
  products: number[]
}

/**
 * A search term that exactly `hits` products contain, whatever the size of the shop. Many other products contain a part
 * of the term.
 */
export const rareTerm = { term: '青梧砚台', hits: 20 }
/** A search term that every 80th product contains. */
export const frequentTerm = '砚台'
export const ordersOfEach = 40

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
  places: '景德镇 宜兴 建阳 龙泉 德化 大理 徽州 苏州 杭州 武夷 安溪 潮州 泾县 歙县 端州 湖州 平遥 敦煌 伊犁 阿里'.split(
    ' ',
  ),
}

/**
 * Returns SQL that picks a word by the row number `n`, the same word in every run. Different values of `salt` give
 * independent words.
 */
const word = (list: keyof typeof words, salt: number) => {
  const quoted = words[list].map((one) => `'${one}'`).join(',')
  return `(array[${quoted}])[1 + ${random(salt)} % ${words[list].length}]`
}

/**
 * Returns the SQL for a pseudo-random integer from 0 to 2^30 - 1. Depends only on the row number `n` and on `salt`, so
 * every run gets the same numbers. `salt`: a different number for each independent value of a row.
 */
const random = (salt: number) => `(hashint8extended(n, ${salt}) & 1073741823)::int`

/**
 * The number that is added to row numbers to get ids. Ids are explicit, so that tables can reference each other:
 * product and order `n` have the id base + n, the SKUs of product `n` have the ids base + 2n - 1 and base + 2n.
 */
const base = 1_000
/** The SQL for the stock of each SKU of a product. */
const stock = `(${random(14)} % 500)`
/** The time between two filled orders, in seconds. */
const secondsApart = 30

interface Insert {
  /** The number of rows. */
  rows: number
  /** Inserts the rows from number $1 to number $2. */
  statement: string
}

/** Returns an `insert` statement for each table, in the order in which the tables are filled. */
const insertsFor = (rows: number, products: number, first_customer: number): Record<string, Insert> => ({
  product: {
    rows: products,
    statement: `insert into product (id, category_id, name, summary, content, images, properties, specs, status, sort_order, sold_count,
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
  },
  sku: {
    rows: products,
    statement: `insert into sku (id, product_id, sku_no, value_ids, spec_values, price, stock) overriding system value
    select ${base} + 2 * n - 2 + which, ${base} + n, 'FILL-' || n || '-' || which,
      case when n % 2 = 0 then array[which] else '{}' end,
      case when n % 2 = 0 then array[case which when 1 then '单件' else '一对' end] else '{}' end, (500 + ${random(12)} % 50000) * which, ${stock}
    from generate_series($1::int, $2::int) n, generate_series(1, 2 - n % 2) which`,
  },
  order: {
    rows: rows,
    statement: `insert into "order" (id, order_no, user_id, status, fulfilment, items_amount, total_amount, paid_amount, receiver, created_at, expires_at, paid_at)
    overriding system value
    select ${base} + n, '260101' || lpad(n::text, 14, '0'), ${first_customer} + n % (${rows} / ${ordersOfEach}), case n % 10 when 0 then 'cancelled' when 1 then 'paid' else 'completed' end,
      case when n % 10 > 1 then 'all' else 'none' end, 10000, 10000, case n % 10 when 0 then 0 else 10000 end,
      '{"name":"林晚","mobile":"13800001024","province":"浙江省","city":"杭州市","district":"拱墅区","detail":"青梧路 18 号 3 幢 502 室","postal_code":null}',
      at, at + interval '30 minutes', case n % 10 when 0 then null else at end
    from generate_series($1::int, $2::int) n, lateral (select now() - make_interval(secs => ${secondsApart}::float * (${rows} - n)) as at) t`,
  },
  order_item: {
    rows: rows,
    statement: `insert into order_item (order_id, product_id, sku_id, name, spec_text, image_url, price, count, amount, shipped_count)
    select ${base} + n, ${base} + p, ${base} + 2 * p - 1, ${word('materials', 2)} || ${word('things', 4)}, '单件', '/demo/c-tea.webp', 5000, 1, 5000,
      case when n % 10 > 1 then 1 else 0 end
    from generate_series($1::int, $2::int) n, lateral (values (1 + ${random(15)} % ${products}), (1 + (1 + ${random(15)}) % ${products})) bought (p)`,
  },
  order_log: {
    rows: rows,
    statement: `insert into order_log (order_id, action, from_status, to_status, actor)
    select ${base} + n, done.action, done.from_status, done.to_status, null
    from generate_series($1::int, $2::int) n, (values ('place', null, 'unpaid'), ('pay', 'unpaid', 'paid')) done (action, from_status, to_status)`,
  },
  stock_log: {
    rows: rows,
    statement: `insert into stock_log (sku_id, delta, balance, reason, order_id)
    select ${base} + 2 * p - 1, -1, 100, 'order_placed', ${base} + n
    from generate_series($1::int, $2::int) n, lateral (values (1 + ${random(15)} % ${products}), (1 + (1 + ${random(15)}) % ${products})) bought (p)`,
  },
})

/** Fills a shop that has categories with `rows` orders of two items each, and with `products` products. */
export async function fill(database_url: string, rows: number, products = rows): Promise<Filled> {
  const customers = await withClient(database_url, (client) => addCustomers(client, rows / ordersOfEach))
  await insertAll(database_url, insertsFor(rows, products, customers[0] ?? 0))
  const on_sale = await withClient(database_url, async (client) => {
    const { rows: sample } = await client.query<{ id: number }>(
      `select id from product where id > $1 and status = 'on_sale' order by hashint4(id) limit 500`,
      [base],
    )
    return sample.map((row) => row.id)
  })
  return { customers, products: on_sale }
}

/**
 * Replaces the audit log with generated rows from the last half year. About one row in twenty is a refused request, and
 * one in five is about products. Adds a root user and returns a session token of this user.
 */
export async function fillLogs(database_url: string, rows: number): Promise<string> {
  const statement = `insert into oper_log (id, created_at, updated_at, request_id, user_id, username, module, permission_code, action,
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
  // Removes the rows of the demonstration.
  await withClient(database_url, (client) => client.query('truncate oper_log'))
  await insertAll(database_url, { oper_log: { rows, statement } })
  return withClient(database_url, addRoot)
}

/**
 * Runs the `insert` statement of each table in steps. To save hours, creates the indexes after the rows, and does not
 * check foreign keys.
 */
async function insertAll(database_url: string, inserts: Record<string, Insert>): Promise<void> {
  const options =
    '-c statement_timeout=0 -c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=1GB'
  const pool = new Pool({ connectionString: database_url, options, max: 2 })
  pool.on('error', () => {}) // a lost connection also fails the statement
  try {
    const tables = Object.keys(inserts).map((name) => `'"${name}"'::regclass`)
    const { rows: indexes } = await pool.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      where indrelid in (${tables.join(', ')}) and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`)
    for (const { name } of indexes) await pool.query(`drop index ${name}`)

    const { rows: ids } = await pool.query<{ name: string }>(`
      select relname as name from pg_attribute a join pg_class c on c.oid = attrelid where attrelid in (${tables.join(', ')}) and attname = 'id'`)
    const numbered = new Set(ids.map(({ name }) => name))
    for (const [table, { rows, statement }] of Object.entries(inserts)) {
      const step = Math.min(50_000, rows)
      await timed(`${rows} × ${table}`, rows / step, async (at) => {
        await pool.query(statement, [at * step + 1, Math.min(rows, (at + 1) * step)])
      })
      if (numbered.has(table)) {
        await pool.query(`select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`)
      }
    }
    await timed(`${indexes.length} indexes`, indexes.length, async (at) => {
      await pool.query(indexes[at]?.definition ?? '')
    })
    // Triggers did not run either, so the table that a trigger fills is filled here.
    await pool.query(`insert into buyer select user_id, min(paid_at) from "order" where paid_at is not null group by user_id
      on conflict (user_id) do update set first_paid_at = excluded.first_paid_at`)
    await timed('vacuum analyze', 1, async () => {
      await pool.query('vacuum analyze')
    })
  } finally {
    await pool.end()
  }
}

/** Runs `work` for the numbers from 0 to `parts` - 1, two at a time. Prints how long this took. */
async function timed(title: string, parts: number, work: (at: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  let next = 0
  const lane = async () => {
    while (next < parts) await work(next++)
  }
  await Promise.all([lane(), lane()])
  console.log(`  ${title}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}
