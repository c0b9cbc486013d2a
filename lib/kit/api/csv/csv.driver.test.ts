import { desc, eq } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { columnsOf } from '@/lib/kit/api/endpoint/columns'
import english from '@/lib/kit/i18n/en/user.json'
import imports from '@/lib/kit/i18n/zh-CN/import.json'
import chinese from '@/lib/kit/i18n/zh-CN/user.json'
import { dispatch } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'
import { cursorPageOf } from '../endpoint/page'
import { fileTypes } from './csv'
import { csvWriter } from './csv-writer'
import { fileStream } from './file-stream'

let staff: Awaited<ReturnType<typeof newStaff>>
const row = {
  request_id: 'a-request',
  user_id: 7,
  username: 'old-hand',
  module: 'banner',
  permission_code: null,
  action: 'update',
  method: 'PUT',
  path: '/cms/banner/1',
  status: 200,
  success: true,
  duration_ms: 3,
  ip: '203.0.113.7',
  user_agent: 'test',
}

const exportLog = (search: string, { method = 'GET', token = staff.token, accept = '' } = {}) =>
  dispatch(
    new Request(`http://localhost:3000/cms/oper_log${search}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(accept && { accept }) },
    }),
  )

/** Parses CSV as RFC 4180 defines it. */
function parseCsv(text: string): string[][] {
  const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)]
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') rows.push([])
  }
  return rows.filter((cells) => cells.length > 0)
}

/** Parses the CSV of a response. `text()` removes the byte order mark. */
const rowsOf = async (response: Response) => parseCsv(await response.text())
const exportsOf = async (user_id: number) =>
  (await database())
    .select()
    .from(tables.oper_log)
    .where(eq(tables.oper_log.user_id, user_id))
    .orderBy(desc(tables.oper_log.id))

beforeAll(async () => {
  staff = await newStaff(['cms.oper_log.list', 'cms.oper_log.export'])
  const db = await database()
  const rows = (user_id: number, length: number) =>
    Array.from({ length }, (_, index) => ({ ...row, user_id, target_id: String(index) }))
  await db.insert(tables.oper_log).values(rows(7, 1_500))
  await db.insert(tables.oper_log).values(rows(8, 10))
  await db.insert(tables.oper_log).values(rows(7, 1_000))
})

describe('a list as a file', () => {
  test('is a download in UTF-8 with a byte order mark and a header row', async () => {
    const response = await exportLog('?format=csv&user_id=8')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="(operation-log-\d{4}-\d\d-\d\d-\d{6}\.csv)"; filename\*=UTF-8''\1$/,
      ),
      'cache-control': 'private, no-store',
      'x-request-id': expect.any(String),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [header] = parseCsv(new TextDecoder().decode(bytes))
    expect(header?.slice(0, 5)).toEqual(['id', 'created_at', 'request_id', 'user.id', 'user.username'])
  })

  test('has every row of the filter, newest first, independent of the page', async () => {
    const [header = [], ...rows] = await rowsOf(await exportLog('?format=csv&user_id=7&page=3&size=10'))
    expect(rows).toHaveLength(2_500)
    const cell = (name: string) => rows.map((cells) => cells[header.indexOf(name)])
    const ids = cell('id').map(Number)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(2_500)
    expect(cell('target_id').slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, (_, index) => String(999 - index)))
    expect(new Set(cell('user.id'))).toEqual(new Set(['7']))
    expect(new Set(cell('success'))).toEqual(new Set(['true']))
  })

  test('is also XLSX, with numbers as numbers and codes as texts', async () => {
    const sheetOf = async (search: string) => {
      const response = await exportLog(`?format=xlsx&user_id=8&columns=user.id,module,success,target_id${search}`)
      expect(response.headers.get('content-disposition')).toMatch(/"operation-log-\d{4}-\d\d-\d\d-\d{6}\.xlsx"/)
      return readSheet(Buffer.from(await response.arrayBuffer()))
    }
    const [header, first, ...others] = await sheetOf('')
    expect(header).toEqual(['user.id', 'module', 'success', 'target_id'])
    expect(first).toEqual([8, 'banner', 'true', '9'])
    expect(others).toHaveLength(9)
    expect((await sheetOf('&labels=en'))[1]).toEqual([8, 'banner', 'Yes', '9'])
  })

  test('without rows has only the header row', async () => {
    const rows = await rowsOf(await exportLog('?format=csv&user_id=99'))
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['', 'text/csv', 'text/csv; charset=utf-8'],
    ['?format=json', 'text/csv', 'application/json'],
    ['', 'application/json', 'application/json'],
    ['?format=csv', 'application/json', 'text/csv; charset=utf-8'],
    ['?format=xlsx', 'text/csv', fileTypes.xlsx],
  ])('%s with Accept: %s is %s', async (search, accept, type) => {
    const response = await exportLog(`${search || '?'}&user_id=8`, { accept })
    expect(response.headers.get('content-type')).toBe(type)
    await response.body?.cancel()
  })

  test('is recorded in the audit log with its query and the number of its lines', async () => {
    const exporter = await newStaff(['cms.oper_log.list', 'cms.oper_log.export'])
    await rowsOf(await exportLog('?format=csv&module=banner&user_id=8', { token: exporter.token }))
    expect(await exportsOf(exporter.id)).toMatchObject([
      {
        module: 'oper_log',
        action: 'export',
        permission_code: 'cms.oper_log.export',
        method: 'GET',
        path: '/cms/oper_log',
        params: { module: 'banner', user_id: 8, format: 'csv' },
        after: { rows: 10 },
        status: 200,
        success: true,
      },
    ])
    const page = await exportLog('?module=banner', { token: exporter.token })
    expect((await page.json()).items).toHaveLength(10)
    expect(await exportsOf(exporter.id)).toHaveLength(1)
  })

  test('is refused without the permission, with a problem and an audit row', async () => {
    const exporter = await newStaff(['cms.login_log.list'])
    const response = await exportLog('?format=csv', { token: exporter.token })
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await exportsOf(exporter.id)).toMatchObject([{ action: 'export', status: 403, success: false }])
  })

  test('is refused with an invalid filter before anything is sent', async () => {
    const response = await exportLog('?format=csv&success=perhaps')
    expect(response.status).toBe(400)
    expect((await response.json()).invalid_params).toMatchObject([{ name: 'success' }])
  })

  test('answers a missing record with its problem, not with a file that breaks off', async () => {
    const { token } = await newStaff([], { is_root: true })
    const request = new Request('http://localhost:3000/cms/product/2000000000/stock_log?format=csv', {
      headers: { authorization: `Bearer ${token}` },
    })
    const answer = await dispatch(request)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })

  test('has headers and no body for HEAD, which is no export', async () => {
    const exporter = await newStaff(['cms.oper_log.list', 'cms.oper_log.export'])
    const refused = await newStaff()
    const response = await exportLog('?format=csv', { method: 'HEAD', token: exporter.token })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('attachment')
    expect(response.body).toBeNull()
    expect((await exportLog('?format=csv', { method: 'HEAD', token: refused.token })).status).toBe(403)
    for (const { id } of [exporter, refused]) expect(await exportsOf(id)).toEqual([])
  })
})

describe('a cell', () => {
  const cellOf = async (value: unknown) => {
    const stream = fileStream(csvWriter(['value'], { isForPeople: true }), async () => ({
      items: [{ value }],
      next_cursor: null,
    }))
    const text = await new Response(stream).text()
    const [before, after] = ['"value"\n"', '"\n']
    expect([text.startsWith(before), text.endsWith(after)]).toEqual([true, true])
    return text.slice(before.length, -after.length)
  }

  test.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['=HYPERLINK("x","y")', `'=HYPERLINK(""x"",""y"")`],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["'a", "'a"],
    [';=1', "';'=1"],
    ['a;=1', "a;'=1"],
    ["a;'=1", "a;''=1"],
    ['a|@b', "a|'@b"],
    ['a\tb; -c', "a\tb; '-c"],
    ['a;"=1"', `a;""'=1""`],
    ['two\n=lines', "two\n'=lines"],
    ['a;b=1', 'a;b=1'],
    ['a, -b', 'a, -b'],
    ['|calc', "'|calc"],
    ['\u200b=1', "'\u200b=1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['a=1', 'a=1'],
    [-5, '-5'],
    ['a,b', 'a,b'],
    ['say "hi"', 'say ""hi""'],
    ['two\nlines', 'two\nlines'],
    ['龙井茶', '龙井茶'],
    ['', ''],
    [null, ''],
    [0, '0'],
    [true, 'true'],
    [false, 'false'],
    [{ a: '=1' }, '{""a"":""=1""}'],
    [{ a: 'x;=1' }, `{""a"":""x;'=1""}`],
    [['x', 'y'], '[""x"",""y""]'],
  ])('%j is written as %j', async (value, expected) => {
    expect(await cellOf(value)).toBe(expected)
  })

  test('of a nested object has its own column, which is empty for null', async () => {
    const Row = z.object({ id: z.int(), by: z.object({ name: z.string() }).nullable(), tags: z.array(z.string()) })
    const columns = columnsOf(cursorPageOf(Row))
    expect(columns).toEqual(['id', 'by.name', 'tags'])
    const items = [
      { id: 1, by: { name: '=a' }, tags: [] },
      { id: 2, by: null, tags: [] },
    ]
    const stream = fileStream(csvWriter(columns, { isForPeople: true }), async () => ({ items, next_cursor: null }))
    expect(await new Response(stream).text()).toBe(`"id","by.name","tags"\n"1","'=a","[]"\n"2","","[]"\n`)
  })
})

describe('reading', () => {
  const endless = (ended = vi.fn()) => {
    const cursors: (number | undefined)[] = []
    const next = async (cursor: number | undefined) => {
      cursors.push(cursor)
      return { items: [{ id: cursors.length }], next_cursor: String(cursors.length) }
    }
    const stream = fileStream(csvWriter(['id'], { isForPeople: false }), next, ended)
    return { cursors, reader: stream.getReader() }
  }

  test('tells how many lines were sent, also to a reader that cancels and before a failure', async () => {
    const ended = vi.fn()
    const { reader } = endless(ended)
    await reader.read()
    await reader.read()
    expect(ended).not.toHaveBeenCalled()
    await reader.cancel()
    expect(ended.mock.calls).toEqual([[2]])
    const failing = async (cursor: number | undefined) => {
      if (cursor) throw new Error('the database is down')
      return { items: [{ id: 1 }, { id: 2 }, { id: 3 }], next_cursor: '3' }
    }
    const stream = fileStream(csvWriter(['id'], { isForPeople: false }), failing, ended)
    await expect(new Response(stream).text()).rejects.toThrow('the database is down')
    expect(ended.mock.calls).toEqual([[2], [3]])
  })

  test('reads a batch only when the reader needs it', async () => {
    const { cursors, reader } = endless()
    await Promise.resolve()
    expect(cursors).toEqual([])
    await reader.read()
    await reader.read()
    expect(cursors).toEqual([undefined, 1])
    await reader.cancel()
  })

  test('stops when the reader cancels, even during a batch', async () => {
    let batches = 0
    let finish = () => {}
    const stream = fileStream(csvWriter(['id'], { isForPeople: false }), async () => {
      batches++
      if (batches === 2) await new Promise<void>((resolve) => (finish = resolve))
      return { items: [{ id: batches }], next_cursor: String(batches) }
    })
    const reader = stream.getReader()
    await reader.read()
    const last = reader.read()
    await vi.waitFor(() => expect(batches).toBe(2))
    await reader.cancel()
    finish()
    expect(await last).toEqual({ done: true, value: undefined })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(batches).toBe(2)
  })

  test('aborts the file when it fails', async () => {
    const stream = fileStream(csvWriter(['id'], { isForPeople: false }), async (cursor) => {
      if (cursor) throw new Error('the database is down')
      return { items: [{ id: 1 }], next_cursor: '1' }
    })
    await expect(new Response(stream).text()).rejects.toThrow('the database is down')
  })
})

describe('a file of chosen columns', () => {
  const read = async (search: string) => {
    const reader = await newStaff(['cms.user.list', 'cms.user.export'], { nickname: '阿青' })
    const response = await dispatch(
      new Request(`http://localhost:3000/cms/user?format=csv&q=${encodeURIComponent('阿青')}${search}`, {
        headers: { authorization: `Bearer ${reader.token}` },
      }),
    )
    return { status: response.status, rows: await rowsOf(response) }
  }

  test('has them in their order, with the codes of their values', async () => {
    const { rows } = await read('&columns=status,nickname,is_root')
    expect(rows[0]).toEqual(['status', 'nickname', 'is_root'])
    expect(rows[1]).toEqual(['active', '阿青', 'false'])
  })

  test.each([
    ['en', english, ['Active', '阿青', 'No', '']],
    ['zh-CN', chinese, ['正常', '阿青', '否', '']],
  ])('has headers and labels in %s', async (locale, texts, line) => {
    await migrateDatabase()
    const { rows } = await read(`&labels=${locale}&columns=status,nickname,is_root,last_login_at`)
    expect(rows[0]).toEqual([texts.status, texts.nickname, texts.isRoot, texts.lastLogin])
    expect(rows.at(-1)).toEqual(line)
  })

  test('has times in the zone of the shop and amounts in yuan for people, as in JSON for programs', async () => {
    await setParameters({ 'shop.time_zone': 'America/New_York' })
    const { token } = await newStaff(['cms.customer.list', 'cms.customer.export'])
    const nickname = unique('顾客')
    const customer = await newCustomer({ nickname })
    const created_at = new Date('2026-11-25T03:49:42.123Z')
    await (await database()).update(tables.user).set({ created_at }).where(eq(tables.user.id, customer.id))
    const lineOf = async (query: string) => {
      const url = `http://localhost:3000/cms/customer?format=csv&columns=created_at,paid_amount&q=${encodeURIComponent(nickname)}${query}`
      return rowsOf(await dispatch(new Request(url, { headers: { authorization: `Bearer ${token}` } })))
    }
    expect(await lineOf('')).toEqual([
      ['created_at', 'paid_amount'],
      ['2026-11-25T03:49:42.123Z', '0'],
    ])
    const [header, line] = await lineOf('&labels=zh-CN')
    expect(header?.[1]).toBe('累计支付（元）')
    expect(line).toEqual(['2026-11-24 22:49:42', '0.00'])
    await setParameters({ 'shop.time_zone': 'Asia/Shanghai' })
  })

  test('names the records that a value refers to', async () => {
    const { rows } = await read('&labels=en&columns=nickname,groups')
    expect(rows[0]).toEqual(['Name', 'Groups'])
    expect(rows[1]?.[1]).toMatch(/^group-/)
    const whole = await read('&columns=groups')
    expect(whole.rows[1]?.[0]).toMatch(/^\[\{/)
  })

  test('has an object as one column if the file has labels, else each of its fields', async () => {
    const codes = await rowsOf(await exportLog('?format=csv&user_id=8&module=banner&columns=user,module'))
    expect(codes[0]).toEqual(['user.id', 'user.username', 'user.nickname', 'user.is_key', 'module'])
    const words = await rowsOf(
      await exportLog('?format=csv&user_id=8&module=banner&columns=user,module,user.id&labels=en'),
    )
    expect(words[0]).toEqual(['Actor', 'Module', 'user.id'])
    expect(words[1]).toEqual(['old-hand', 'banner', '8'])
  })

  test.each(['columns=secret_hash', 'columns=', 'labels=fr'])('is refused with %s', async (query) => {
    expect((await read(`&${query}`)).status).toBe(400)
  })
})

test.each(['order', 'product'] as const)('the file of %s has the headers that its import understands', async (name) => {
  const reader = await newStaff([`cms.${name}.list`, `cms.${name}.export`])
  const headerOf = async (query: string) => {
    const url = `http://localhost:3000/cms/${name}?format=csv${query}`
    const response = await dispatch(new Request(url, { headers: { authorization: `Bearer ${reader.token}` } }))
    return (await rowsOf(response))[0] ?? []
  }
  const codes = await headerOf('')
  const texts: Record<string, string> = imports.column
  expect(codes.length).toBeGreaterThan(10)
  expect(await headerOf('&labels=zh-CN')).toEqual(codes.map((code) => texts[code]))
})
