import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { env } from '@/lib/kit/env'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, resetParameter, setParameters } from '@/lib/server/testing/factories'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { removeDue } from './objects'

const post = async (token: string, bytes?: Buffer) =>
  send<{ id: number; url: string }>('POST', '/v1/file', {
    token,
    raw: formWith(Uint8Array.from(bytes ?? (await picture({ width: 300 })))),
  })
const sent = async (token: string, bytes?: Buffer) => {
  const reply = await post(token, bytes)
  expect(reply.status).toBe(201)
  return reply.body
}
const get = (url: string) => dispatch(new Request(new URL(url, 'http://localhost:3000')))
const put = (token: string, body: object) => api('PUT /v1/user', { token, body })
const unsigned = (url: string) => new URL(url).pathname
const isStored = (url: string) => existsSync(join(env().DATA_DIR, unsigned(url)))

describe('a picture of a customer', () => {
  test('is readable for an hour at the address that its owner gets, and is not cached', async () => {
    const { token } = await newCustomer()
    const { url } = await sent(token)
    const response = await get(url)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(unsigned(url)).toMatch(/^\/files\/u\/[\w-]{32}\.jpg$/)
    const expired = url.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1_000) - 1}`)
    for (const address of [unsigned(url), `${url}x`, expired]) expect((await get(address)).status, address).toBe(404)
  })

  test.each(['png', 'jpeg', 'webp'] as const)('that is truncated is refused as %s', async (extension) => {
    const { token } = await newCustomer()
    // Noise, so that half of the file ends among the pixels.
    const noise = sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: 'white',
      },
    })
    const whole = await noise.toFormat(extension).toBuffer()
    const reply = await post(token, whole.subarray(0, whole.length / 2))
    expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'file', code: 'invalid' }] } })
  })

  test('is not listed among the files of the shop, and is stored again when it is sent again', async () => {
    const [{ token }, staff] = [await newCustomer(), await newStaff(['cms.file.list'])]
    const bytes = await picture()
    const [first, second] = [await sent(token, bytes), await sent(token, bytes)]
    expect(first.id).not.toBe(second.id)
    expect(unsigned(first.url)).not.toBe(unsigned(second.url))
    expect((await api('GET /cms/file', { token: staff.token })).body.items).toEqual([])
  })

  test('becomes the avatar, which is public, and the former one is removed', async () => {
    const { token } = await newCustomer()
    const [first, second] = [await sent(token), await sent(token)]
    const { avatar_url } = (await put(token, { avatar_id: first.id })).body
    expect(avatar_url).toBe(`http://localhost:3000${unsigned(first.url)}`)
    const shown = await get(avatar_url ?? '')
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await put(token, { nickname: '小红', avatar_url })).body.avatar_url).toBe(avatar_url)
    expect((await put(token, { avatar_id: second.id })).status).toBe(200)
    await expect.poll(() => isStored(first.url)).toBe(false)
    expect((await get(avatar_url ?? '')).status).toBe(404)
    expect((await put(token, { avatar_url: null })).body.avatar_url).toBe(null)
    await expect.poll(() => isStored(second.url)).toBe(false)
  })

  test('can only be used by its owner', async () => {
    const [owner, other] = [await newCustomer(), await newCustomer()]
    const { id, url } = await sent(owner.token)
    expect(await put(other.token, { avatar_id: id })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ in: 'body', name: 'avatar_id', code: 'not_found' }] },
    })
    await put(owner.token, { avatar_id: id })
    expect(await put(other.token, { avatar_url: unsigned(url) })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'avatar_url', code: 'not_found' }] },
    })
    expect(await put(owner.token, { avatar_id: id, avatar_url: null })).toMatchObject({ status: 400 })
  })

  test('is removed a day later if it is not used, and when the account is closed', async () => {
    const { token, id } = await newCustomer()
    const [unused, used, second] = [await sent(token), await sent(token), await sent(token)]
    await put(token, { avatar_id: used.id })
    const db = await database()
    await db
      .update(tables.file_object)
      .set({ remove_at: sql`remove_at - interval '1 day'` })
      .where(eq(tables.file_object.id, unused.id))
    await removeDue()
    expect([unused, used, second].map(({ url }) => isStored(url))).toEqual([false, true, true])
    expect(await put(token, { avatar_id: unused.id })).toMatchObject({ status: 400 })
    const { closeAccount } = await import('@/lib/user/closing')
    await closeAccount(db, id, undefined)
    await removeDue()
    expect([used, second].map(({ url }) => isStored(url))).toEqual([false, false])
  })

  test('is refused if it is no picture, larger than 4 MiB, or beyond the number per day', async () => {
    const { token } = await newCustomer()
    expect(await post(token, Buffer.from('%PDF-1.7\n'))).toMatchObject({ status: 415 })
    expect(await post(token, Buffer.alloc(4 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
    await setParameters({ 'limit.pictures_per_day': 2 })
    try {
      const { status, headers } = await post(token).then(() => post(token))
      expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"pictures";q=2'])
    } finally {
      await resetParameter('limit.pictures_per_day')
    }
  })

  test('is stored smaller, as JPEG or WebP, and without its other frames', async () => {
    const { token } = await newCustomer()
    const stored = async (bytes: Buffer) => {
      const response = await get((await sent(token, bytes)).url)
      const { width, height, format, pages = 1 } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      return { width, height, format, pages }
    }
    const large = { width: 1_500, height: 2_000 }
    expect(await stored(await picture({ ...large, format: 'jpeg' }))).toEqual({
      width: 1_200,
      height: 1_600,
      format: 'jpeg',
      pages: 1,
    })
    const webp = { width: 200, height: 100, format: 'webp', pages: 1 }
    expect(await stored(await picture({ format: 'png' }))).toEqual(webp)
    expect(await stored(await picture({ format: 'avif' }))).toEqual(webp)
    expect(await stored(await picture({ format: 'gif', frames: 3 }))).toEqual(webp)
  })

  test('has a limited share of the quota for each customer, and another one for all customers together', async () => {
    const [{ token, id }, other, staff] = [
      await newCustomer(),
      await newCustomer(),
      await newStaff(['cms.file.create']),
    ]
    const db = await database()
    const fill = (key: string, mebibytes: number, user_id: number | null) =>
      db.insert(tables.file_object).values({
        storage: 'local',
        key: `u/${key}`,
        url: `/files/u/${key}`,
        mime: 'image/jpeg',
        user_id,
        size: mebibytes * 1024 * 1024,
        remove_at: sql`now() + interval '1 day'`,
      })
    const refused = (detail: string) => ({
      status: 409,
      problem: { code: 'quota_exceeded', detail: expect.stringContaining(detail) },
    })
    await setParameters({ 'file.quota_mb': 200 })
    try {
      await fill('own', 32, id)
      expect(await post(token)).toMatchObject(refused('Your pictures use'))
      expect((await post(other.token)).status).toBe(201)
      await fill('others', 18, null)
      expect(await post(other.token)).toMatchObject(refused("Customers' pictures use"))
      const reply = await send('POST', '/cms/file', {
        token: staff.token,
        raw: formWith(Uint8Array.from(await picture())),
      })
      expect(reply.status).toBe(201)
    } finally {
      await db.delete(tables.file_object).where(inArray(tables.file_object.key, ['u/own', 'u/others']))
      await resetParameter('file.quota_mb')
    }
  })

  test('loses its metadata like any other picture', async () => {
    const { token } = await newCustomer()
    const bytes = await sharp(await picture())
      .withExif({ IFD0: { Make: 'Camera' } })
      .toBuffer()
    const { url } = await sent(token, bytes)
    const stored = await sharp(Buffer.from(await (await get(url)).arrayBuffer())).metadata()
    expect(stored.exif).toBeUndefined()
  })
})
