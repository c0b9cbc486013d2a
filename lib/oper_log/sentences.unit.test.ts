import { expect, test } from 'vitest'
import type { Locale } from '@/lib/kit/i18n/locale'
import { messagesIn } from '@/lib/kit/i18n/messages'
import { sentencesOf } from './file'
import type { Operation } from './sentences'
import type { Words } from './values'

const wordsIn = async (locale: Locale, dictionaries: Words['dictionaries'] = {}) =>
  sentencesOf(await messagesIn(locale), { locale, zone: 'Asia/Shanghai' }, dictionaries)
const { sentenceOf: sentenceIn, changesOf } = await wordsIn('en')
const base: Operation = {
  user: { id: 1, username: 'shen', nickname: 'Shen', is_key: false },
  module: 'product',
  action: 'update',
  target_name: null,
  before: {},
  after: {},
}
const sentenceOf = (operation: Partial<Operation>) => sentenceIn({ ...base, ...operation })
const key = { id: 9, username: 'ERP', nickname: 'ERP', is_key: true }
const ofFile = { target_type: 'import', target_id: '7', target_name: 'ship.csv' }

test.each<[string, Partial<Operation>]>([
  ['Shen changed product “Tea”', { target_name: 'Tea' }],
  ['Shen changed product #7', { target_id: '7' }],
  ['Shen ended a session of product “Tea”', { action: 'session', target_name: 'Tea', after: { ended: 1 } }],
  ['Shen ended sessions of product “Tea”', { action: 'session', target_name: 'Tea', after: { ended: 3 } }],
  ['Shen created folder “Cups”', { module: 'file', action: 'create', target_type: 'file_folder', target_name: 'Cups' }],
  [
    'Shen was refused: create product “Tea”',
    { action: 'create', target_id: null, success: false, status: 409, params: { name: 'Tea' } },
  ],
  ['Shen created product', { action: 'create', target_id: null }],
  ['Shen exported orders', { module: 'order', action: 'export', target_id: null }],
  [
    'API key “ERP” exported orders',
    { module: 'order', action: 'export', target_id: null, user: key, user_agent: 'erp/1' },
  ],
  [
    'API key “ERP” by MCP exported orders',
    { module: 'order', action: 'export', target_id: null, user: key, user_agent: 'MCP erp/1' },
  ],
  ['Shen printed orders', { module: 'order', action: 'print', target_type: 'order', target_id: null }],
  ['Shen uploaded “ship.csv” (nothing shipped yet)', { module: 'order', action: 'upload', ...ofFile }],
  ['Shen uploaded “ship.csv” (nothing changed yet)', { action: 'upload', ...ofFile }],
  ['Shen shipped the orders of “ship.csv”', { module: 'order', action: 'import', ...ofFile }],
  ['Shen shipped order “2611”', { module: 'order', action: 'import', target_type: 'order', target_name: '2611' }],
  ['Shen imported “ship.csv”', { action: 'import', ...ofFile }],
  ['Shen imported product “Tea”', { action: 'import', target_type: 'product', target_id: '3', target_name: 'Tea' }],
  [
    'Shen approved return request “R26”',
    { module: 'after_sale', action: 'decide', target_name: 'R26', path: '/cms/after_sale/10/approve' },
  ],
  [
    'Shen rejected return request “R26”',
    { module: 'after_sale', action: 'decide', target_name: 'R26', path: '/cms/after_sale/10/reject' },
  ],
  [
    'Shen refused the goods of return request “R26”',
    { module: 'after_sale', action: 'receive', target_name: 'R26', path: '/cms/after_sale/10/refuse' },
  ],
  [
    'Shen checked the returned goods of return request “R26”',
    { module: 'after_sale', action: 'receive', target_name: 'R26', path: '/cms/after_sale/10/receive' },
  ],
  [
    'Shen decided on return request “R26”',
    { module: 'after_sale', action: 'decide', target_name: 'R26', path: '/cms/after_sale/10' },
  ],
  ['Shen reported order “2611” to WeChat again', { module: 'order', action: 'report', target_name: '2611' }],
  ['Shen canceled a shipment of order “2611”', { module: 'order', action: 'revoke', target_name: '2611' }],
  ['Shen revoked coupon “Sorry”', { module: 'coupon', action: 'revoke', target_name: 'Sorry' }],
  ['Shen granted coupons of promotion “Sorry”', { module: 'promotion', action: 'grant', target_name: 'Sorry' }],
  ['Shen created codes for promotion “Flyer”', { module: 'promotion', action: 'code', target_name: 'Flyer' }],
  [
    'Shen was refused: revoke coupon “Sorry”',
    { module: 'coupon', action: 'revoke', target_name: 'Sorry', success: false, status: 409 },
  ],
  [
    'Shen was refused: create codes for promotion “Flyer”',
    { module: 'promotion', action: 'code', target_name: 'Flyer', success: false, status: 409 },
  ],
])('%s', (sentence, operation) => {
  expect(sentenceOf(operation)).toBe(sentence)
})

test('an operation without permission was not allowed, and any other unsuccessful operation was refused', () => {
  const upload = { action: 'upload', target_id: null, success: false }
  expect(sentenceOf({ ...upload, status: 403 })).toBe('Shen was not allowed to upload products')
  expect(sentenceOf({ module: 'banner', action: 'delete', target_id: '1', success: false, status: 403 })).toBe(
    'Shen was not allowed to delete banner #1',
  )
  expect(sentenceOf({ ...upload, status: 400 })).toBe('Shen could not upload products')
  const refused = { success: false, status: 409 }
  expect(sentenceOf({ module: 'order', action: 'report', target_name: '2611', ...refused })).toBe(
    'Shen was refused: report order “2611” to WeChat again',
  )
  const ofCase = { module: 'after_sale', action: 'decide', target_name: 'R26', ...refused }
  expect(sentenceOf({ ...ofCase, path: '/cms/after_sale/10/approve' })).toBe(
    'Shen was refused: approve return request “R26”',
  )
  expect(sentenceOf({ ...ofCase, status: 500, path: '/cms/after_sale/10/reject' })).toBe(
    'Shen could not reject return request “R26”',
  )
})

test('a refusal reads well in Chinese', async () => {
  const chinese = await wordsIn('zh-CN')
  const upload = { ...base, action: 'upload', ...ofFile, success: false, status: 400 }
  expect(chinese.sentenceOf(upload)).toBe('Shen没能上传文件“ship.csv”')
  const numbered = { ...base, module: 'invoice', action: 'issue', before: { number: null }, after: { number: '2531' } }
  expect(chinese.changesOf(numbered)[0]?.text).toBe('发票号码：无 → 2531')
  const ship = { ...base, module: 'order', action: 'ship', target_name: '2611', success: false }
  expect(chinese.sentenceOf({ ...ship, status: 409 })).toBe('Shen给订单“2611”发货未成功')
  expect(chinese.sentenceOf({ ...ship, status: 403 })).toBe('Shen无权给订单“2611”发货')
})

test('a refusal names its invalid fields with their rules, or its problem', async () => {
  const { reasonOf } = await wordsIn('en')
  const refused = { ...base, success: false, status: 400, code: 'invalid_request' }
  const fault = { name: 'name', code: 'required', reason: 'This is required.' } as const
  const price = {
    name: 'skus.0.price',
    code: 'too_small',
    reason: 'This must be at least 1.',
    params: { minimum: 100 },
  } as const
  expect(reasonOf({ ...refused, invalid_params: [fault, price] })).toBe(
    'Name: This is required. Price: At least ¥1.00.',
  )
  const setting = { ...price, name: 'order.unpaid_max', code: 'too_big', params: { maximum: 9 } } as const
  expect(reasonOf({ ...refused, invalid_params: [setting] })).toMatch(/.+: At most 9\.$/)
  const long = { ...setting, name: 'name', reason: 'This must be at most 9 characters.' } as const
  expect(reasonOf({ ...refused, invalid_params: [long] })).toBe('Name: At most 9 characters.')
  expect(reasonOf({ ...refused, invalid_params: [{ ...fault, name: '' }] })).toBe('This is required.')
  expect(reasonOf(refused)).toBe('Some of this is not valid.')
  expect(reasonOf({ ...refused, code: 'unheard_of' })).toBeUndefined()
  expect(reasonOf(base)).toBeUndefined()
})

test.each<[string, string, Partial<NonNullable<Operation['invalid_params']>[number]>]>([
  [
    'Line 1, column “Preis”: There is no such column.',
    '第 1 行，列“Preis”：没有这一列。',
    { code: 'unknown_field', params: { line: 1, column: 'Preis' } },
  ],
  [
    'Line 1, column “Name”: The column is there twice.',
    '第 1 行，列“Name”：这一列出现了两次。',
    { code: 'duplicate', params: { line: 1, column: 'Name' } },
  ],
  [
    'Line 1, column “sku_no”: This column is needed, or another one that says what each line is about.',
    '第 1 行，列“sku_no”：缺少这一列，也没有其他能说明每行内容的列。',
    { code: 'required', params: { line: 1, column: 'sku_no' } },
  ],
  ['This is required.', '必填。', { code: 'required' }],
  ['The file has no lines below the names of the columns.', '列名以下没有任何数据行。', { code: 'empty' }],
  [
    'The file cannot be read. Save it again as XLSX or as CSV in UTF-8.',
    '文件无法读取。请重新保存为 XLSX 或 UTF-8 编码的 CSV。',
    { code: 'invalid' },
  ],
  [
    'This is an old Excel file (.xls), or it has a password. Open it in Excel and save it as XLSX without a password.',
    '这是旧版 Excel 文件（.xls），或文件设有密码。请在 Excel 中打开，另存为不带密码的 XLSX。',
    { code: 'old_excel' },
  ],
  [
    'The file has more than 5,000 lines, or takes too long to read. Send it in parts.',
    '文件超过 5,000 行，或读取时间过长。请分批导入。',
    { code: 'too_big' },
  ],
  [
    'Line 7, column “C”: This is too much: a cell has at most 32,767 characters, a line 200 cells, and a file 16 MiB of text.',
    '第 7 行，列“C”：内容过多：每个单元格最多 32,767 个字符，每行最多 200 个单元格，整个文件最多 16 MiB 文字。',
    { code: 'too_big', params: { line: 7, column: 'C', maximum: 32_767 } },
  ],
])('the refusal of a spreadsheet has its fault: %s', async (english, chinese, fault) => {
  const invalid_params = [{ name: 'file', code: 'invalid' as const, reason: '', ...fault }]
  const upload = { ...base, action: 'upload', success: false, status: 400, code: 'invalid_request', invalid_params }
  expect((await wordsIn('en')).reasonOf(upload)).toBe(english)
  expect((await wordsIn('zh-CN')).reasonOf(upload)).toBe(chinese)
})

test('an adjustment of stock has the SKU, the pieces and the reason; its changes have the stock', async () => {
  const item = { sku_id: 5, delta: 50, balance: 80 }
  const adjustment = (items: object[]): Operation => ({
    ...base,
    action: 'stock',
    target_type: 'stock',
    before: null,
    after: { reason: 'received', note: '', items },
    referred: [{ field: 'sku_id', id: 5, name: '明前狮峰龙井 50 克罐装', name_en: '' }],
  })
  const label = { received: '到货' }
  const chinese = await wordsIn('zh-CN', { stock_reason: [{ value: 'received', label: label.received }] })
  expect(chinese.sentenceOf(adjustment([item]))).toBe('Shen把“明前狮峰龙井 50 克罐装”的库存 +50（到货）')
  expect(chinese.changesOf(adjustment([item])).map(({ text }) => text)).toEqual([
    '原因：无 → 到货',
    '明前狮峰龙井 50 克罐装：库存 30 → 80',
  ])
  const english = await wordsIn('en', { stock_reason: [{ value: 'received', label: 'Received' }] })
  expect(english.sentenceOf(adjustment([{ ...item, delta: -2 }]))).toBe(
    'Shen adjusted the stock of “明前狮峰龙井 50 克罐装” by -2 (received)',
  )
  expect(english.sentenceOf(adjustment([item, { ...item, sku_id: 6 }]))).toBe(
    'Shen adjusted the stock of 2 SKUs (received)',
  )
  expect(english.changesOf(adjustment([{ ...item, sku_id: 6 }])).at(-1)?.text).toBe('#6: stock 30 → 80')
  expect(sentenceOf({ action: 'stock', target_type: 'stock', target_id: null, after: { items: 'x' } })).toMatch(
    /^Shen: /,
  )
})

test('values of closed lists have their labels, and texts that look like one stay', async () => {
  const { changesOf } = await wordsIn('zh-CN')
  const texts = (module: string, before: object, after: object) =>
    changesOf({ module, before: { ...before }, after: { ...after } }).map(({ text }) => text)
  expect(texts('config', { 'shop.accent': 'plum' }, { 'shop.accent': 'jade' })).toEqual(['店铺主色：梅紫 → 青瓷'])
  expect(texts('order', { fulfilment: 'none' }, { fulfilment: 'all' })).toEqual(['发货进度：未发货 → 全部发货'])
  expect(texts('element', { type: 'button' }, { type: 'tab' })).toEqual(['类型：按钮 → 标签页'])
  expect(texts('banner', { name: 'page' }, { name: 'plum' })).toEqual(['名称：page → plum'])
  const payment = (status: string) => ({ payments: [{ id: 1, payment_no: 'P1', status }] })
  expect(texts('order', payment('prepaid'), payment('paid'))).toEqual([expect.stringMatching(/状态 待支付 → 已支付$/)])
  expect(texts('order', { promised_amount: 0 }, { promised_amount: 11520 })).toEqual(['累计退款：¥0.00 → ¥115.20'])
  expect(texts('product', { deliveries: ['express'] }, { deliveries: ['express', 'pickup'] })).toEqual([
    '配送方式：新增 到店自提',
  ])
})

const priced = (price: number, spec_values: string[], id: number) => ({
  id,
  sku_no: `T${id}`,
  value_ids: [id],
  spec_values,
  price,
  market_price: null,
  stock: 5,
  stock_level: 1,
  barcode: null,
  enabled: true,
})
const textsOf = (before: Operation['before'], after: Operation['after']) =>
  changesOf({ before, after }).map(({ text }) => text)

test('a changed price of a SKU has the name of the SKU, the old price and the new one', () => {
  const former = [priced(2600, ['艾草'], 1), priced(1000, ['艾草', '大'], 2)]
  const present = [
    { ...priced(1000, ['艾草', '大'], 2), enabled: false, stock: 0, stock_level: 0 },
    priced(2750, ['艾草'], 1),
  ]
  expect(textsOf({ skus: former, price: 2600 }, { skus: present, price: 2750 })).toEqual([
    'Price: ¥26.00 → ¥27.50',
    '艾草 / 大: stock 5 → 0',
    '艾草 / 大: available yes → no',
    '艾草: price ¥26.00 → ¥27.50',
  ])
  expect(
    textsOf({ skus: [priced(1, [], 7)] }, { skus: [{ ...priced(1, [], 7), sku_no: 'A', market_price: 5 }] }),
  ).toEqual(['A: SKU number T7 → A', 'A: compare-at price empty → ¥0.05'])
})

test('added and removed members of a list are named', () => {
  expect(textsOf({ skus: [priced(100, ['red'], 1)] }, { skus: [priced(200, ['blue'], 2)] })).toEqual([
    'SKUs: removed: red (¥1.00); added: blue (¥2.00)',
  ])
  const color = { id: 1, name: 'Color', values: [{ id: 1, name: 'Red', image_url: null }] }
  const values = [...color.values, { id: 2, name: 'Blue', image_url: null }]
  expect(textsOf({ specs: [color] }, { specs: [{ ...color, values }] })).toEqual(['Color: values: added: Blue'])
  expect(textsOf({ element_ids: [14, 8, 26] }, { element_ids: [8] })).toEqual(['Page elements: removed: #14, #26'])
  expect(textsOf({ element_ids: Array.from({ length: 40 }, (_, at) => at) }, { element_ids: [1] })).toEqual([
    'Page elements: removed: 39 entries',
  ])
  expect(textsOf({ menu_ids: [8, 9] }, { menu_ids: [9, 8] })).toEqual(['Menus: #8, #9 → #9, #8'])
})

test('an object without a name is listed field by field, and a chosen record by its name', () => {
  const receiver = { name: 'Li', mobile: '138' }
  expect(textsOf({ receiver }, { receiver: { ...receiver, mobile: '139' } })).toEqual(['Receiver: phone 138 → 139'])
  expect(textsOf({ category: { id: 1, name: 'Tea' } }, { category: { id: 2, name: 'Coffee' } })).toEqual([
    'Category: Tea → Coffee',
  ])
  expect(textsOf({ content: '<p>a</p>' }, { content: '<p>b</p>' })).toEqual(['Content was changed'])
})

test('an object without a name is shown as its fields', async () => {
  const after = { counts: { create: 3, update: 1, error: null }, refund: { amount: 500 } }
  expect(textsOf(null, after)).toEqual(['Lines: empty → new 3, changed 1', 'Refund: empty → amount ¥5.00'])
  const chinese = await wordsIn('zh-CN')
  expect(chinese.changesOf({ before: null, after })[0]?.text).toBe('行：无 → 新增 3、更改 1')
})

test('for a created record, the members of its list are named', () => {
  expect(textsOf(null, { skus: [priced(100, ['red'], 1)] })).toEqual(['SKUs: empty → red (¥1.00)'])
})

test('ids are shown as the names of their records, and a status as in its list', async () => {
  const { changesOf } = await wordsIn('en', {
    order_status: [
      { value: 'paid', label: 'Awaiting shipment' },
      { value: 'shipped', label: 'Shipped' },
    ],
  })
  const told = (operation: Parameters<typeof changesOf>[0]) => changesOf(operation).map(({ text }) => text)
  expect(told({ module: 'order', before: { status: 'paid' }, after: { status: 'shipped' } })).toEqual([
    'Status: Awaiting shipment → Shipped',
  ])
  const name = { name: '杯子', name_en: 'Cups' }
  expect(
    told({
      before: { folder_id: null, element_ids: [8] },
      after: { folder_id: 6, element_ids: [] },
      referred: [
        { field: 'folder_id', id: 6, ...name },
        { field: 'element_ids', id: 8, name: '导出', name_en: '' },
      ],
    }),
  ).toEqual(['Folder: empty → Cups', 'Page elements: removed: 导出'])
  const printed = {
    before: null,
    after: { ids: [5, 6] },
    referred: [{ field: 'ids', id: 5, name: '2611', name_en: '' }],
  }
  expect(told(printed)).toEqual(['Records: empty → 2611, #6'])
  const order = (sort_order: number) => ({ items: [{ id: 2, parent_id: null, sort_order }] })
  expect(told({ before: order(40), after: order(30), referred: [{ field: 'items', id: 2, ...name }] })).toEqual([
    'Cups: order 40 → 30',
  ])
})

test('a time in the format of the database is shown like any other', () => {
  expect(textsOf({ starts_at: '2026-11-25 17:25:00.11+00' }, { starts_at: null })).toEqual([
    expect.stringMatching(/^Starts: Nov 26, 2026, 1:25.AM → empty$/),
  ])
})

test('the end of a lock is told as such', () => {
  expect(textsOf({ locked_until: '2026-11-25T17:25:00Z' }, { locked_until: null })).toEqual(['Unlocked'])
})

test('values that are too long for a sentence are in the whole change', () => {
  const [change] = changesOf({ before: { content: '<p>a</p>' }, after: { content: '<p>b</p>' } })
  expect(change).toMatchObject({ text: 'Content was changed', whole: 'Content: <p>a</p> → <p>b</p>' })
})
