import { mkdtempSync, writeFileSync } from 'node:fs'
import { measureAll } from './.iter-orders'
import { withClient } from './shop'
import { endAll } from './cleanup'
const url = process.env.ITER_URL ?? ''
const one = async (q: string) => withClient(url, async (c) => (await c.query(q)).rows[0])
const sample = await withClient(url, async (c) => (await c.query(`select o.order_no, p.payment_no, p.transaction_id, s.tracking_no, o.receiver ->> 'mobile' as mobile
      from (select * from "order" where shipped_at is not null and id > 1000 order by hashint4(id) limit 24) o
        join payment p on p.order_id = o.id and p.settles, lateral (select tracking_no from shipment where order_id = o.id limit 1) s`)).rows)
const col = (n: string) => sample.map((r) => r[n])
const root = await one(`select user_id as id from identity where identifier = 'bench-root'`)
const r = await measureAll(url, { token: 'bench-' + root.id, folder: mkdtempSync('/tmp/iter-'),
 customer_id: (await one('select user_id as id from "order" group by 1 order by count(*) desc limit 1')).id,
 product_id: (await one('select product_id as id from order_item group by 1 order by count(*) desc limit 1')).id,
 numbers: { order_no: col('order_no'), payment_no: col('payment_no'), transaction_id: col('transaction_id'), tracking_no: col('tracking_no'), mobile: col('mobile') } })
writeFileSync('/tmp/iter.json', JSON.stringify(r))
await endAll(); process.exit()
