import { createHash } from 'node:crypto'
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { env } from '@/lib/kit/env'
import { dispatch, send } from '@/lib/server/testing/api'
import { database, newStaff, resetParameter, setParameters } from '@/lib/server/testing/factories'
import { formWith, picture } from '@/lib/server/testing/pictures'

interface FileBody {
  id: number
  name: string
  url: string
  variants: Record<string, string>
  [field: string]: unknown
}

let token: string
let staff_id: number
let username: string
beforeAll(async () => {
  const staff = await newStaff(['list', 'create', 'update', 'delete'].map((verb) => `cms.file.${verb}`))
  token = staff.token
  staff_id = staff.id
  username = staff.username
})

const upload = (bytes: Buffer, fields: Record<string, string> = {}, path = '/cms/file') =>
  send<FileBody>('POST', path, { token, raw: formWith(Uint8Array.from(bytes), fields) })
const created = async (bytes: Buffer) => {
  const reply = await upload(bytes)
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}
const get = (url: string, init: RequestInit = {}) => dispatch(new Request(new URL(url, 'http://localhost:3000'), init))
const bytesOf = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer())
const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('upload-'))
const pathOf = (url: string) => join(env().DATA_DIR, new URL(url).pathname)

/** Returns a photograph with a location and an EXIF rotation. */
const lyingPhotograph = async () =>
  sharp(await picture({ width: 300, height: 200 }))
    .withExif({ IFD0: { Orientation: '6', Make: 'The camera of somebody' }, IFD3: { GPSLatitude: '30/1 15/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

describe('an upload', () => {
  test('is stored under the hash of its content, with variants, and answers the row', async () => {
    const bytes = await picture({ width: 1_200, height: 600 })
    const { body, headers } = await upload(bytes, { name: '../../etc/新\u202e茶\u0007.jpg' })
    expect(body).toMatchObject({
      folder_id: null,
      name: '新茶.jpg',
      alt: '',
      kind: 'image',
      mime: 'image/jpeg',
      width: 1_200,
      height: 600,
      uses_count: 0,
      status: 'ready',
      uploaded_by: { id: staff_id, name: expect.any(String), username },
      version: 1,
      duplicate: false,
    })
    expect(headers.get('location')).toBe(`/cms/file/${body.id}`)
    expect(Object.keys(body.variants)).toEqual(['160', '480', '960'])
    for (const url of [body.url, ...Object.values(body.variants)]) {
      const [, month, hash] =
        /^http:\/\/localhost:3000\/files\/(\d{4}\/\d{2})\/([0-9a-f]{16})\.(?:jpg|webp)$/.exec(url) ?? []
      expect(month).toBe(new Date().toISOString().slice(0, 7).replace('-', '/'))
      expect(
        createHash('sha256')
          .update(await bytesOf(url))
          .digest('hex')
          .slice(0, 16),
      ).toBe(hash)
    }
    expect(await sharp(await bytesOf(body.variants[480] ?? '')).metadata()).toMatchObject({
      width: 480,
      format: 'webp',
    })
    expect(body.size).toBe((await bytesOf(body.url)).length)
  })

  test('is turned upright, and loses its EXIF with the place', async () => {
    const photograph = await lyingPhotograph()
    expect((await sharp(photograph).metadata()).exif).toBeDefined()
    const { url, width, height } = await created(photograph)
    expect([width, height]).toEqual([200, 300])
    const stored = await sharp(await bytesOf(url)).metadata()
    expect(stored.exif).toBeUndefined()
    expect(stored.orientation).toBeUndefined()
    expect((await bytesOf(url)).includes('camera of somebody')).toBe(false)
  })

  test('of the same content is the same file, even when several are sent at the same time', async () => {
    const bytes = await picture()
    const replies = await Promise.all([1, 2, 3, 4].map(() => upload(bytes)))
    const [first] = replies
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect((await upload(bytes, { name: 'other.jpg' })).body).toMatchObject({ id: first?.body.id, duplicate: true })
    const db = await database()
    const due = await db.$count(tables.file_object, sql`file_id is null and remove_at > now()`)
    expect(due).toBe(0)
  })

  test.each(['png', 'webp'] as const)('%s keeps its type', async (format) => {
    expect(await created(await picture({ format }))).toMatchObject({ mime: `image/${format}` })
  })

  test.each(['avif', 'gif'] as const)('of %s becomes WebP, and its name gets the new extension', async (format) => {
    const { body } = await upload(await picture({ format }), { name: `茶.${format}` })
    expect(body).toMatchObject({ name: '茶.webp', mime: 'image/webp', url: expect.stringMatching(/\.webp$/) })
    const stored = await sharp(await bytesOf(body.url)).metadata()
    expect(stored).toMatchObject({ format: 'webp', width: 200 })
  })

  test.each(['webp', 'gif'] as const)('of an animated %s keeps its frames and has no variants', async (format) => {
    const marked = await sharp(await picture({ format, frames: 3, width: 320 }), { animated: true })
      .withExif({ IFD0: { Make: 'Camera' } })
      .toFormat(format, { delay: [100, 200, 300], loop: 2 })
      .toBuffer()
    const { url, variants, width, height } = await created(marked)
    expect({ variants, width, height }).toEqual({ variants: {}, width: 320, height: 100 })
    const stored = await sharp(await bytesOf(url), { animated: true }).metadata()
    expect(stored).toMatchObject({ format: 'webp', pages: 3, delay: [100, 200, 300], loop: 2 })
    expect(stored.exif).toBeUndefined()
  })

  test('of an animation with more than 50 megapixels in all its frames is refused', async () => {
    const frames = 17
    const raw = { width: 2, height: 2 * frames, channels: 3, pageHeight: 2 } as const
    // Equal frames would be stored as one.
    const pixels = Buffer.concat(Array.from({ length: frames }, (_, at) => Buffer.alloc(12, 15 * at)))
    const bytes = await sharp(pixels, { raw }).gif().toBuffer()
    // Small frames in a large picture: its width and its height begin at bytes 6 and 8.
    bytes.writeUInt16LE(2_000, 6)
    bytes.writeUInt16LE(1_500, 8)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2_000, pages: frames })
    expect(await upload(bytes)).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'file', code: 'too_big', params: { maximum: 50_000_000, unit: 'pixels' } }] },
    })
  })

  test('goes into a folder', async () => {
    const db = await database()
    const [folder] = await db.insert(tables.file_folder).values({ name: 'uploads' }).returning()
    const reply = await upload(await picture(), { folder_id: String(folder?.id) })
    expect(reply.body.folder_id).toBe(folder?.id)
    expect(await upload(await picture(), { folder_id: '2000000000' })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'folder_id', code: 'not_found' }] },
    })
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n')
  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ['SVG', () => svg, 415, 'unsupported_media_type'],
    [
      'HTML with the name of a picture',
      () => Buffer.from('<html><script>alert(1)</script>'),
      415,
      'unsupported_media_type',
    ],
    ['PDF, which is off', () => pdf, 415, 'unsupported_media_type'],
    ['nothing', () => Buffer.alloc(0), 400, 'invalid_request'],
    [
      'a picture of which half was sent',
      async () => (await picture({ width: 400, height: 400 })).subarray(0, 20_000),
      400,
      'invalid_request',
    ],
    ['the beginning of a PNG', async () => (await picture({ format: 'png' })).subarray(0, 60), 400, 'invalid_request'],
    [
      'half an animation',
      async () => (await picture({ format: 'gif', frames: 3 })).subarray(0, 9_000),
      400,
      'invalid_request',
    ],
    ['12,000 × 12,000 pixels in 100 KB', bomb, 400, 'invalid_request'],
    ['more than 10 MiB', () => Buffer.alloc(10 * 1024 * 1024 + 1), 413, 'payload_too_large'],
  ])('%s is refused, and leaves no bytes and no row', async (_, make, status, code) => {
    const [before, db] = [temporary(), await database()]
    const objects = await db.$count(tables.file_object)
    expect(await upload(await make())).toMatchObject({ status, problem: { code } })
    expect(temporary()).toEqual(before)
    expect(await db.$count(tables.file_object)).toBe(objects)
  })

  /** Returns a small PNG file of 12,000 × 12,000 white pixels, one bit each. */
  function bomb() {
    const [width, height] = [12_000, 12_000]
    const chunk = (name: string, data: Buffer) => {
      const content = Buffer.concat([Buffer.from(name), data])
      const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      size.writeUInt32BE(data.length)
      sum.writeUInt32BE(crc32(content))
      return Buffer.concat([size, content, sum])
    }
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width)
    header.writeUInt32BE(height, 4)
    header.writeUInt8(1, 8)
    const rows = Buffer.alloc((1 + width / 8) * height)
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
    const bytes = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
    const png = Buffer.concat(bytes)
    expect(png.length).toBeLessThan(100_000)
    return png
  }

  test('of a PDF or a video is accepted if the settings allow it', async () => {
    await setParameters({ 'file.pdf': true, 'file.mp4': true })
    try {
      expect(await created(pdf)).toMatchObject({ kind: 'document', mime: 'application/pdf', width: null, variants: {} })
      const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(1_000, 7)])
      const { url } = await created(mp4)
      const part = await get(url, { headers: { range: 'bytes=4-7' } })
      expect(part.status).toBe(206)
      expect(await part.text()).toBe('ftyp')
      expect(part.headers.get('content-range')).toBe(`bytes 4-7/${mp4.length}`)
      expect((await get(url, { headers: { range: 'bytes=99999-' } })).status).toBe(416)
    } finally {
      await resetParameter('file.pdf')
      await resetParameter('file.mp4')
    }
  })

  test('beyond the quota is refused', async () => {
    const limit = () => send<Record<string, number>>('GET', '/cms/file/limit', { token })
    const { used_bytes = 0 } = (await limit()).body
    expect((await limit()).body).toMatchObject({ max_bytes: 10_485_760, max_pixels: 50_000_000, direct: false })
    const db = await database()
    await setParameters({ 'file.quota_mb': 1 })
    await db.insert(tables.file_object).values({
      storage: 'local',
      key: 'much',
      url: '/much',
      mime: 'image/png',
      size: 1024 * 1024 - used_bytes,
      remove_at: sql`now() + interval '1 day'`,
    })
    try {
      expect(await upload(await picture())).toMatchObject({ status: 409, problem: { code: 'quota_exceeded' } })
    } finally {
      await db.delete(tables.file_object).where(eq(tables.file_object.key, 'much'))
      await resetParameter('file.quota_mb')
    }
    expect((await limit()).body.used_bytes).toBe(used_bytes)
  })
})

test('an upload to a full disk is refused, and leaves no bytes and no row', async () => {
  const bytes = await picture()
  const { id, url } = await created(bytes)
  await send('DELETE', `/cms/file/${id}`, { token })
  await expect.poll(() => existsSync(pathOf(url))).toBe(false)
  const db = await database()
  // Objects of earlier tests may still be waiting for removal, so this checks that none was added.
  const kept = async () => {
    const files = await db.select({ id: tables.file.id }).from(tables.file)
    const objects = await db.select({ id: tables.file_object.id }).from(tables.file_object)
    return [...files.map(({ id }) => `file ${id}`), ...objects.map(({ id }) => `object ${id}`)]
  }
  const before = await kept()
  // The same content gets the same key, whose bytes are first written here. The device reports that there is no space
  // left.
  symlinkSync('/dev/full', `${pathOf(url)}.part`)
  expect(await upload(bytes)).toMatchObject({ status: 507, problem: { code: 'storage_full' } })
  expect((await kept()).filter((one) => !before.includes(one))).toEqual([])
  expect(existsSync(`${pathOf(url)}.part`)).toBe(false)
  expect(temporary()).toEqual([])
  expect(await upload(bytes)).toMatchObject({ status: 201 })
})

describe('a stored file', () => {
  test('is cached for good, is never interpreted as a page, and may be embedded anywhere', async () => {
    const { url } = await created(await picture())
    const response = await get(url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const etag = response.headers.get('etag') ?? ''
    expect((await get(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await get(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String((await bytesOf(url)).length)])
    expect((await get(url, { method: 'POST' })).status).toBe(405)
  })

  test.each([
    '/files/2026/11/0000000000000000.jpg',
    '/files/..%2f..%2fetc/passwd',
    '/files/2026/11/x.jpg',
    '/files/u/x.jpg',
  ])('%s does not exist', async (path) => expect((await get(path)).status).toBe(404))

  test('is deleted with its bytes', async () => {
    const { id, url, variants } = await created(await picture({ width: 300 }))
    expect((await send('DELETE', `/cms/file/${id}`, { token })).status).toBe(204)
    expect((await send('GET', `/cms/file/${id}`, { token })).status).toBe(404)
    await expect
      .poll(() => [url, ...Object.values(variants)].filter((address) => existsSync(pathOf(address))))
      .toEqual([])
  })
})
