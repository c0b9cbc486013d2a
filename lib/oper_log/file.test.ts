import { eq } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import type { Locale } from '@/lib/kit/i18n/locale'
import { askFor } from '@/lib/server/testing/after_sale'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  await setParameters({ 'shop.time_zone': 'Asia/Shanghai' })
})

/** Returns the lines of a translated file as objects with the headers as keys. */
async function fileOf(token: string, query: string, locale: Locale) {
  const response = await dispatch(
    new Request(`http://localhost:3000/cms/oper_log?format=xlsx&labels=${locale}&${query}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  expect(response.headers.get('content-disposition')).toMatch(
    /"operation-log-\d{4}-\d\d-\d\d-\d{6}\.xlsx"; filename\*=/,
  )
  const [header = [], ...lines] = await readSheet(Buffer.from(await response.arrayBuffer()))
  return lines.map((cells) => Object.fromEntries(header.map((name, at) => [String(name), cells[at]])))
}

const row = {
  request_id: 'a-request',
  user_id: 7,
  username: 'old-hand',
  module: 'banner',
  action: 'update',
  method: 'PUT',
  path: '/cms/banner/1',
  status: 200,
  success: true,
  duration_ms: 3,
  ip: '203.0.113.7',
  user_agent: 'test',
}

describe('the file for people', () => {
  test.each<[Locale, object]>([
    [
      'en',
      {
        Time: '2026-11-25 07:49:42',
        Actor: '沈掌柜',
        'What happened': '沈掌柜 changed staff member “新名”',
        'What changed': 'Status: Active → Disabled\nName: 旧名 → 新名',
        Result: 'Succeeded',
        Reason: null,
        IP: '203.0.113.7',
        Request: 'PUT /cms/user/9',
        'Request id': 'request-of-words',
      },
    ],
    [
      'zh-CN',
      {
        时间: '2026-11-25 07:49:42',
        操作人: '沈掌柜',
        操作内容: '沈掌柜修改了员工“新名”',
        变更内容: '状态：正常 → 停用\n姓名：旧名 → 新名',
        结果: '成功',
        原因: null,
        IP: '203.0.113.7',
        请求: 'PUT /cms/user/9',
        请求编号: 'request-of-words',
      },
    ],
  ])('has each operation in words in %s', async (locale, line) => {
    const { id: user_id, token } = await newStaff(['cms.oper_log.list', 'cms.oper_log.export'], { nickname: '沈掌柜' })
    await (await database()).insert(tables.oper_log).values({
      ...row,
      user_id,
      request_id: 'request-of-words',
      module: 'user',
      path: '/cms/user/9',
      target_type: 'user',
      target_id: '9',
      target_name: '新名',
      created_at: new Date('2026-11-24T23:49:42.123Z'),
      before: { nickname: '旧名', status: 'active' },
      after: { nickname: '新名', status: 'disabled' },
    })
    expect(await fileOf(token, `user_id=${user_id}&action=update`, locale)).toEqual([line])
  })

  test('has a refusal with its invalid fields', async () => {
    const { id: user_id, token } = await newStaff(
      ['cms.oper_log.list', 'cms.oper_log.export', 'cms.dict_type.create'],
      { nickname: '小周' },
    )
    await send('POST', '/cms/dict_type', { token, body: { type: unique('t_'), name: '' } })
    const [line] = await fileOf(token, `user_id=${user_id}&success=false`, 'zh-CN')
    expect([line?.操作内容, line?.结果, line?.原因]).toEqual(['小周新建选项列表未成功', '未成功', '名称：必填。'])
  })

  test('has the counts of an import, and the fault of a refused file, in words', async () => {
    const { id: user_id, token } = await newStaff(['cms.oper_log.list', 'cms.oper_log.export', 'cms.product.import'], {
      nickname: '小周',
    })
    const { skus } = await newProduct({ images: ['/demo/a.svg'], skus: [{ price: 1000 }] })
    const sendFile = (content: string) => {
      const raw = new FormData()
      raw.append('file', new Blob([content]), 'prices.csv')
      return send<{ id: number }>('POST', '/cms/product/import', { token, raw })
    }
    const { body } = await sendFile(`sku_id,price_yuan\n${skus[0]?.id},9.50\n`)
    const applied = await api('POST /cms/product/import/{id}/apply', { params: { id: body.id }, body: {}, token })
    expect(applied.status).toBe(200)
    expect((await sendFile('sku_id,Preis\n1,9.50\n')).status).toBe(400)
    expect((await sendFile('sku_id,price_yuan\n')).status).toBe(400)
    const of = (action: string, locale: Locale) =>
      fileOf(token, `user_id=${user_id}&module=product&action=${action}`, locale)
    const [empty, unknown, upload] = await of('upload', 'en')
    expect([empty?.Reason, unknown?.Reason]).toEqual([
      'The file has no lines below the names of the columns.',
      'Line 1, column “Preis”: There is no such column.',
    ])
    expect(upload?.['What changed']).toContain('Lines: empty → with errors 0, new 0, changed 1, unchanged 0')
    const imported = (await of('import', 'zh-CN')).find((line) => String(line.操作内容).includes('prices.csv'))
    expect(imported?.变更内容).toContain('记录：无 → 已完成 1、剩余 0')
    expect(imported?.变更内容).not.toContain('{')
  })

  test('has orders and return requests by their numbers, also in refusals', async () => {
    const codes = ['cms.oper_log.list', 'cms.oper_log.export', 'cms.order.ship', 'cms.after_sale.decide']
    const { id: user_id, token } = await newStaff(codes, { nickname: '小周' })
    const payer = await play.newPayer()
    const { skus } = await newProduct({ skus: [{ stock: 9, price: 1000 }] })
    const items = skus.map(({ id }) => ({ sku_id: id, count: 1 }))
    const { id, order_no, items: lines } = (await api('POST /v1/order', { token: payer.token, body: { items } })).body
    const ship = () =>
      api('POST /cms/order/{id}/ship', { token, params: { id }, body: { method: 'virtual', version: 1 } })
    expect((await ship()).status).toBe(409)
    await play.payOrder(payer, id)
    await play.deliver()
    await askFor(payer.token, id, lines[0]?.id ?? 0)
    const [asked] = await (await database()).select().from(tables.after_sale).where(eq(tables.after_sale.order_id, id))
    const { status } = await send('POST', `/cms/after_sale/${asked?.id}/approve`, { token, body: { version: 99 } })
    expect(status).toBe(409)
    await api('POST /cms/order/{id}/ship', {
      token,
      params: { id: 2_000_000_000 },
      body: { method: 'virtual', version: 1 },
    })
    const told = (await fileOf(token, `user_id=${user_id}`, 'en')).map((line) => line['What happened'])
    expect(told.filter((one) => !/export/.test(String(one)))).toEqual([
      '小周 was refused: ship order #2000000000',
      `小周 was refused: approve return request “${asked?.no}”`,
      `小周 was refused: ship order “${order_no}”`,
    ])
  })

  test('has no guarded field without its permission', async () => {
    const db = await database()
    const { id: user_id, token } = await newStaff(['cms.oper_log.list', 'cms.oper_log.export'])
    const changed = { ...row, user_id, module: 'product', target_type: 'product', target_id: '1', target_name: '茶' }
    await db
      .insert(tables.oper_log)
      .values({ ...changed, before: { price: 1, cost: 778 }, after: { price: 2, cost: 779 } })
    const informed = await newStaff(['cms.oper_log.list', 'cms.oper_log.export', 'cms.product.cost'])
    const query = `user_id=${user_id}&module=product`
    expect((await fileOf(token, query, 'en')).map((line) => line['What changed'])).toEqual(['Price: ¥0.01 → ¥0.02'])
    expect((await fileOf(informed.token, query, 'en'))[0]?.['What changed']).toMatch(/Cost: ¥7\.78 → ¥7\.79/)
  })

  test('cuts very long changes visibly within a cell', async () => {
    const db = await database()
    const { id: user_id, token } = await newStaff(['cms.oper_log.list', 'cms.oper_log.export'])
    const long = (text: string) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, text.repeat(2_000)]))
    await db.insert(tables.oper_log).values({ ...row, user_id, before: long('a'), after: long('🍵') })
    const [line] = await fileOf(token, `user_id=${user_id}&module=banner`, 'en')
    const cell = String(line?.['What changed'])
    expect(cell).toMatch(/^f0: a+ → 🍵+/)
    expect(cell).toMatch(/…$/)
    expect(cell.length).toBeLessThanOrEqual(32_767)
  })

  test('has the adjusted SKU, its stock and the reason', async () => {
    const { id: user_id, token } = await newStaff([], { is_root: true, nickname: '沈掌柜' })
    const { skus } = await newProduct({ name: '明前狮峰龙井', skus: [{ stock: 30 }] })
    const items = skus.map(({ id }) => ({ sku_id: id, delta: 50 }))
    await api('POST /cms/stock/adjust', { token, body: { reason: 'received', items } })
    const [line] = await fileOf(token, `user_id=${user_id}&action=stock`, 'zh-CN')
    expect(line?.操作内容).toMatch(/^沈掌柜把“明前狮峰龙井.*”的库存 \+50（到货）$/)
    expect(line?.变更内容).toMatch(/^原因：无 → 到货\n明前狮峰龙井.*：库存 30 → 80$/)
  })
})
