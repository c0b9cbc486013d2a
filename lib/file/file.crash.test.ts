import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { fileUseFaults } from '@/lib/server/testing/file-uses'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { endServer, exitSignalOf, type RunningServer, startServer } from '@/lib/server/testing/server'
import { createShopDatabase } from '@/lib/server/testing/shop-database'

let folder: string
/** The file that was uploaded to the shop `filled`, and a token of the shop's administrator. */
let existing: { id: number; path: string; token: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mini-shop-files-'))
  const { variables } = await prepare('filled')
  const server = await startServer(variables)
  const token = await signIn(server)
  const sent = await request<{ id: number; url: string }>(server, token, 'POST', '/cms/file', await form(300))
  expect(sent?.status).toBe(201)
  existing = { id: sent?.body.id ?? 0, path: new URL(sent?.body.url ?? '').pathname, token }
  await endServer(server, 'SIGTERM')
  await closeDatabase()
})
afterAll(async () => {
  await closeDatabase()
  rmSync(folder, { recursive: true })
})

type Action = 'upload' | 'replace' | 'delete'
const storing = ['file prepared', 'file half stored', 'file stored', 'file written']
const cases: [Action, string][] = [
  ...storing.map((point): [Action, string] => ['upload', point]),
  ...storing.map((point): [Action, string] => ['replace', point]),
  ['delete', 'file deleted'],
  ['delete', 'file removed'],
]

interface Shop {
  variables: Record<string, string>
  /** The folder of the stored files. */
  files: string
  temporary: string
}

/** Creates a shop: the demonstration, or a copy of the shop `original`, whose servers must have ended. */
async function prepare(name: string, original?: string): Promise<Shop> {
  const own = join(folder, name)
  const [data, temporary] = [join(own, 'data'), join(own, 'temporary')]
  for (const path of [data, temporary]) mkdirSync(path, { recursive: true })
  if (original) cpSync(join(folder, original, 'data'), data, { recursive: true })
  const DATABASE_URL = await createShopDatabase(name, original)
  const variables = { DATABASE_URL, DATA_DIR: data, TMPDIR: temporary, CRON_SECRET: env().CRON_SECRET ?? '' }
  return { variables, files: join(data, 'files'), temporary }
}

/**
 * Sends a request of the administrator. Returns the response; undefined if the server was killed before it responded.
 */
async function request<Body>(
  server: RunningServer,
  token: string,
  method: string,
  path: string,
  body?: FormData | object,
) {
  const isForm = body instanceof FormData
  const headers = { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) }
  try {
    const response = await fetch(server.origin + path, {
      method,
      headers,
      body: isForm ? body : ((body && JSON.stringify(body)) ?? null),
    })
    const text = await response.text()
    const parsed: Body = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, body: parsed }
  } catch {
    return undefined
  }
}

const signIn = async (server: RunningServer) =>
  (
    await request<{ token: string }>(server, '', 'POST', '/v1/token', {
      type: 100,
      account: 'admin',
      secret: env().SANDBOX_PASSWORD,
    })
  )?.body.token ?? ''

const form = async (width: number) => formWith(Uint8Array.from(await picture({ width })))

/** Returns the paths of all files below a folder, at any depth; empty if the folder does not exist. */
const filesIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name).slice(path.length + 1)] : [],
      )
    : []

/** Makes all removable rows due, as after 31 days, and runs the jobs. */
async function sweep(server: RunningServer, { temporary }: Shop) {
  const { db } = await connection()
  await db.execute(sql`update file_object set remove_at = remove_at - interval '31 days' where remove_at is not null`)
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const name of readdirSync(temporary)) utimesSync(join(temporary, name), longAgo, longAgo)
  const reply = await request(server, env().CRON_SECRET ?? '', 'GET', '/api/cron')
  expect(reply?.status).toBe(200)
}

async function ownedKeys(): Promise<string[]> {
  const { db } = await connection()
  // The demonstration's pictures come with the code.
  const rows = await db
    .select({ key: sql<string>`key` })
    .from(sql`file_object`)
    .where(sql`file_id is not null and storage <> 'bundled'`)
  return rows.map(({ key }) => key).sort()
}

test.each(cases)(
  'killed during %s at the point "%s": no row without bytes, no bytes without a row',
  async (action, point) => {
    const shop = await prepare(`${action}_${point.replaceAll(' ', '_')}`, 'filled')
    const { id, path, token } = existing
    const doomed = await startServer({ ...shop.variables, CRASH_AT: point })
    if (action === 'replace') {
      const notice = { title: '图', content: `<img src="${path}">` }
      expect((await request(doomed, token, 'POST', '/cms/notice', notice))?.status).toBe(201)
    }
    const requests = {
      upload: async () => request(doomed, token, 'POST', '/cms/file', await form(500)),
      replace: async () => request(doomed, token, 'POST', `/cms/file/${id}/replace`, await form(500)),
      delete: () => request(doomed, token, 'DELETE', `/cms/file/${id}`),
    }
    await requests[action]()
    expect(await exitSignalOf(doomed)).toBe('SIGKILL')
    // Objects with an owner have their bytes at any moment.
    for (const key of await ownedKeys()) expect(existsSync(join(shop.files, key)), key).toBe(true)

    const server = await startServer(shop.variables)
    await sweep(server, shop)
    expect(filesIn(shop.files).sort()).toEqual(await ownedKeys())
    // Next keeps its compiler there too.
    expect(readdirSync(shop.temporary).filter((name) => name.startsWith('upload-'))).toEqual([])
    const { db } = await connection()
    expect(await fileUseFaults(db)).toEqual([])
    const kept = point !== 'file removed'
    expect((await request(server, token, 'GET', `/cms/file/${id}`))?.status).toBe(kept ? 200 : 404)
    // The action can be repeated.
    if (action === 'replace')
      expect((await request(server, token, 'POST', `/cms/file/${id}/replace`, await form(500)))?.status).toBe(200)
    if (action === 'upload')
      expect((await request(server, token, 'POST', '/cms/file', await form(500)))?.status).toBe(201)
    await endServer(server, 'SIGTERM')
  },
)

/** Uploads a picture directly to the storage; returns the last response, undefined if the server was killed. */
async function uploadDirectly(server: RunningServer, token: string, bytes: Uint8Array<ArrayBuffer>) {
  const announced = await request<{ url: string }[]>(
    server,
    token,
    'POST',
    '/api/uploadthing?actionType=upload&slug=file',
    { files: [{ name: 'a.jpg', size: bytes.length, type: 'image/jpeg' }], input: { folder_id: null } },
  )
  const url = announced?.body[0]?.url
  if (!url) return undefined
  const { pathname, search } = new URL(url)
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'a.jpg')
  return request<{ serverData: { file_id: number } }>(server, '', 'PUT', pathname + search, body)
}

test.each(['file prepared', 'file stored', 'file written'])(
  'killed during a direct upload at the point "%s": no row without bytes, no bytes without a row',
  async (point) => {
    const shop = await prepare(`direct_${point.replaceAll(' ', '_')}`)
    const variables = { ...shop.variables, UPLOADTHING_TOKEN: 'sandbox' }
    const bytes = Uint8Array.from(await picture({ width: 500 }))
    const doomed = await startServer({ ...variables, CRASH_AT: point })
    await uploadDirectly(doomed, await signIn(doomed), bytes)
    expect(await exitSignalOf(doomed)).toBe('SIGKILL')

    const server = await startServer(variables)
    const { db } = await connection()
    // A callback is not repeated: announced files that are not pending are removed after a day.
    await db.execute(sql`update file set updated_at = now() - interval '3 minutes' where status = 'pending'`)
    await sweep(server, shop)
    await sweep(server, shop)
    const stored = await db
      .select({ id: sql<string>`custom_id` })
      .from(sql`sandbox_upload`)
      .where(sql`bytes is not null`)
    expect(stored.map(({ id }) => id).sort()).toEqual((await ownedKeys()).map((key) => key.replaceAll('/', '-')))
    expect(await db.$count(sql`file where status = 'pending'`)).toBe(0)
    const files = sql`(select distinct file_id from file_object where file_id is not null and storage <> 'bundled') f`
    expect(await db.$count(files)).toBe(point === 'file prepared' ? 0 : 1)
    expect((await uploadDirectly(server, await signIn(server), bytes))?.body.serverData.file_id).toBeGreaterThan(0)
    await endServer(server, 'SIGTERM')
  },
)
