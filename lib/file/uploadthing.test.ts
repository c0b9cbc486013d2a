import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '@/db/tables'
import { signedPath } from '@/lib/kit/api/endpoint/signed-path'
import { currentSettings } from '@/lib/kit/config/settings'
import { env } from '@/lib/kit/env'
import { answerUploadThing, planUploadFault } from '@/lib/platform/sandbox/uploadthing'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newBuyer, newStaff, resetParameter, setParameters } from '@/lib/server/testing/factories'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { removeDue } from './objects'
import { sweepFiles } from './sweep'

env().UPLOADTHING_TOKEN = 'sandbox'

let token: string
beforeAll(async () => {
  token = (await newStaff(['list', 'create', 'update', 'delete'].map((verb) => `cms.file.${verb}`))).token
})

const announcePath = '/api/uploadthing?actionType=upload&slug=file'

interface Given {
  name?: string
  type?: string
  size?: number
  folder_id?: number | null
}

const Announced = z.array(z.object({ url: z.string(), customId: z.string() }))

const announce = (
  bytes: Uint8Array,
  { name = '图.jpg', type = 'image/jpeg', size = bytes.length, folder_id = null }: Given = {},
) =>
  send('POST', announcePath, { token, body: { files: [{ name, size, type, lastModified: 1 }], input: { folder_id } } })

/** Uploads a file to its announced address, like a browser. */
async function put(url: string, bytes: Uint8Array) {
  const head = await answerUploadThing(new Request(url, { method: 'HEAD' }))
  expect(head.headers.get('x-ut-range-start')).toBe('0')
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]))
  const response = await answerUploadThing(
    new Request(url, { method: 'PUT', body: form, headers: { range: 'bytes=0-' } }),
  )
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}

const Uploaded = z.object({ serverData: z.object({ file_id: z.int(), duplicate: z.boolean() }) })

async function upload(bytes: Uint8Array, given?: Given) {
  const announced = await announce(bytes, given)
  expect(announced).toMatchObject({ status: 200 })
  const [{ url = '' } = {}] = Announced.parse(announced.body)
  return put(url, bytes)
}

const fetched = async (url: string) => {
  const response = await answerUploadThing(new Request(url))
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/**
 * Removes the objects that are due within two minutes, and returns the numbers of files, objects and uploads that are
 * left.
 */
const stored = async () => {
  const db = await database()
  const { remove_at } = tables.file_object
  await db
    .update(tables.file_object)
    // In the past, because the column rounds to milliseconds, and half a millisecond in the future is not due yet.
    .set({ remove_at: sql`now() - interval '1 second'` })
    .where(sql`${remove_at} < now() + interval '2 minutes'`)
  await removeDue()
  return {
    files: await db.$count(tables.file),
    objects: await db.$count(tables.file_object),
    uploads: await db.$count(tables.sandbox_upload, sql`bytes is not null`),
  }
}

const makeDue = async (interval: string) => {
  const db = await database()
  const past = sql`now() - ${interval}::interval`
  await db.update(tables.file_object).set({ remove_at: sql`${tables.file_object.remove_at} - ${interval}::interval` })
  await db.update(tables.file).set({ updated_at: past, created_at: past }).where(eq(tables.file.status, 'pending'))
}
const sweep = async () => sweepFiles(await currentSettings(await database()))

describe('a file that the browser uploads directly', () => {
  test('is checked by its content, cleaned, and has variants; the sent bytes are removed', async () => {
    const before = await stored()
    const bytes = await picture({ width: 600 })
    const { answer } = await upload(bytes, { name: '新茶.jpg' })
    const { file_id } = Uploaded.parse(answer).serverData
    const { body } = await api('GET /cms/file/{id}', { token, params: { id: file_id } })
    expect(body).toMatchObject({ name: '新茶.jpg', status: 'ready', mime: 'image/jpeg', width: 600, kind: 'image' })
    expect(body.url).toMatch(
      /^http:\/\/localhost:3000\/sandbox\/uploadthing\/a\/sandbox\/\d{4}-\d{2}-[0-9a-f]{16}\.jpg$/,
    )
    expect(Object.keys(body.variants)).toEqual(['160', '480'])
    const original = await fetched(body.url ?? '')
    expect(original).toMatchObject({ status: 200, type: 'image/jpeg' })
    expect(original.bytes.length).toBe(body.size)
    expect(await stored()).toEqual({
      files: before.files + 1,
      objects: before.objects + 3,
      uploads: before.uploads + 3,
    })
  })

  test('with the content of an existing file is not stored again', async () => {
    const bytes = await picture()
    const first = Uploaded.parse((await upload(bytes)).answer).serverData
    const before = await stored()
    expect(Uploaded.parse((await upload(bytes, { name: 'other.jpg' })).answer).serverData).toEqual({
      file_id: first.file_id,
      duplicate: true,
    })
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['other content than it says', Buffer.from('<script>alert(1)</script>'), 'unsupported_media_type'],
    ['half a picture', undefined, 'invalid_request'],
  ])('with %s is refused and leaves no bytes and no row', async (_, bytes, code) => {
    const before = await stored()
    const whole = await picture({ width: 800 })
    const { answer } = await upload(bytes ?? whole.subarray(0, whole.length / 2))
    expect(answer).toMatchObject({ serverData: { code } })
    expect(await stored()).toEqual(before)
  })

  test('is refused before it is sent', async () => {
    const before = await stored()
    const bytes = await picture()
    expect(await announce(bytes, { size: 10 * 1024 * 1024 + 1 })).toMatchObject({ status: 413 })
    expect(await announce(bytes, { type: 'text/html' })).toMatchObject({ status: 415 })
    expect(await announce(bytes, { folder_id: 2_000_000_000 })).toMatchObject({
      status: 400,
      body: { invalid_params: [{ name: 'input.folder_id', code: 'not_found' }] },
    })
    await setParameters({ 'file.quota_mb': 1 })
    expect(await announce(bytes, { size: 2 * 1024 * 1024 })).toMatchObject({
      status: 409,
      body: { code: 'quota_exceeded' },
    })
    await resetParameter('file.quota_mb')
    expect(await stored()).toEqual(before)
  })

  test('needs the permission', async () => {
    const body = { files: [{ name: 'a.jpg', size: 9, type: 'image/jpeg' }], input: { folder_id: null } }
    expect(await send('POST', announcePath, { body })).toMatchObject({ status: 401 })
    const { token: weaker } = await newStaff(['cms.file.list'])
    expect(await send('POST', announcePath, { token: weaker, body })).toMatchObject({ status: 403 })
    const { token: customer } = await newBuyer()
    expect(await send('POST', announcePath, { token: customer, body })).toMatchObject({ status: 403 })
  })
})

describe('the platform', () => {
  afterEach(async () => {
    await makeDue('25 hours')
    await sweep()
  })

  const withFault = async (fault: Parameters<typeof planUploadFault>[0]) => {
    await planUploadFault(fault)
    return upload(await picture())
  }

  test.each([
    ['too_large', 413],
    ['wrong_type', 415],
    ['away', 503],
  ] as const)('refuses a file: %s', async (fault, status) => {
    const before = await stored()
    expect(await withFault(fault)).toMatchObject({ status })
    expect((await stored()).files).toBe(before.files)
  })

  test.each(['forged_callback', 'no_callback'] as const)(
    '%s: no file is listed, and its bytes are removed after a day',
    async (fault) => {
      const before = await stored()
      expect(await withFault(fault)).toMatchObject({ status: 200, answer: { serverData: null } })
      const { files, uploads } = await stored()
      expect({ files, uploads }).toEqual({ files: before.files, uploads: before.uploads + 1 })
      await makeDue('25 hours')
      await sweep()
      expect(await stored()).toEqual(before)
    },
  )

  test('repeated_callback: the file is stored once', async () => {
    const before = await stored()
    const { answer } = await withFault('repeated_callback')
    Uploaded.parse(answer)
    expect((await stored()).files).toBe(before.files + 1)
  })

  test('wrong_origin: the file is stored, and the other origin gets no data', async () => {
    const before = await stored()
    expect(await withFault('wrong_origin')).toMatchObject({ answer: { serverData: null } })
    expect((await stored()).files).toBe(before.files + 1)
  })

  test('refuses a request without a valid signature, and so does the callback', async () => {
    const bytes = await picture()
    const { body } = await announce(bytes)
    const [{ url = '' } = {}] = Announced.parse(body)
    expect(
      await put(url.replace(/x-ut-file-size=\d+/, 'x-ut-file-size=9'), bytes).catch(() => ({ status: 403 })),
    ).toMatchObject({ status: 403 })
    const forged = await send('POST', '/api/uploadthing?slug=file', {
      headers: { 'uploadthing-hook': 'callback', 'x-uploadthing-signature': 'hmac-sha256=00' },
      body: { status: 'uploaded' },
    })
    expect(forged).toMatchObject({ status: 401 })
  })
})

describe('a pending file', () => {
  /**
   * Uploads a file whose processing fails at first, because the storage does not respond. Returns the id of the file.
   */
  const pending = async () => {
    const bytes = await picture()
    const announced = await announce(bytes, { name: '等待.jpg' })
    const [{ url = '' } = {}] = Announced.parse(announced.body)
    // Affects the upload of the stored form, which follows the callback: announced uploads already have a fault, or
    // none.
    await planUploadFault('away')
    const { answer } = await put(url, bytes)
    const { file_id } = Uploaded.parse(answer).serverData
    return file_id
  }

  test('has no address, cannot be used, and is processed by the job', async () => {
    const id = await pending()
    const read = () => api('GET /cms/file/{id}', { token, params: { id } })
    expect((await read()).body).toMatchObject({ status: 'pending', url: null, variants: {} })
    await makeDue('3 minutes')
    expect(await sweep()).toMatchObject({ processed: 1 })
    expect((await read()).body).toMatchObject({ status: 'ready', name: '等待.jpg' })
    expect((await read()).body.url).not.toBeNull()
  })

  test('can be deleted', async () => {
    const before = await stored()
    const id = await pending()
    expect(await api('DELETE /cms/file/{id}', { token, params: { id } })).toMatchObject({ status: 204 })
    expect(await stored()).toEqual(before)
  })

  test('is deleted after a day', async () => {
    const before = await stored()
    await pending()
    await makeDue('25 hours')
    await sweep()
    expect(await stored()).toEqual(before)
  })
})

describe('a file that is sent to this server', () => {
  test('is kept in UploadThing', async () => {
    const reply = await send<{ url: string }>('POST', '/cms/file', {
      token,
      raw: formWith(Uint8Array.from(await picture())),
    })
    expect(reply).toMatchObject({ status: 201 })
    expect(await fetched(reply.body.url)).toMatchObject({ status: 200, type: 'image/jpeg' })
  })

  test('is not kept where the storage is away', async () => {
    const before = await stored()
    await planUploadFault('away')
    const reply = await send('POST', '/cms/file', { token, raw: formWith(Uint8Array.from(await picture())) })
    expect(reply).toMatchObject({ status: 502, body: { code: 'provider_error' } })
    expect(await stored()).toEqual(before)
  })

  test('of a customer is private there, and reached by its own address', async () => {
    const { token: customer } = await newBuyer()
    const reply = await send<{ id: number; url: string }>('POST', '/v1/file', {
      token: customer,
      raw: formWith(Uint8Array.from(await picture())),
    })
    expect(reply).toMatchObject({ status: 201 })
    const redirect = await dispatch(new Request(reply.body.url, { redirect: 'manual' }))
    expect(redirect.status).toBe(302)
    const address = redirect.headers.get('location') ?? ''
    // Both expire together: the redirect target does not get another hour.
    const end = (url: string) => Number(new URL(url).searchParams.get('expires'))
    expect(Math.abs(end(address) / 1_000 - end(reply.body.url))).toBeLessThan(60)
    const almostOver = signedPath(new URL(reply.body.url).pathname, 90)
    const late = await dispatch(new Request(new URL(almostOver, reply.body.url), { redirect: 'manual' }))
    expect(end(late.headers.get('location') ?? '')).toBeLessThan(Date.now() + 91_000)
    expect(await fetched(address)).toMatchObject({ status: 200 })
    expect(await fetched(address.replace(/\?.*/, ''))).toMatchObject({ status: 403 })
    expect(await dispatch(new Request(reply.body.url.replace(/\?.*/, '')))).toMatchObject({ status: 404 })
  })
})

test('the limits of uploads are published', async () => {
  expect((await api('GET /cms/file/limit', { token })).body).toMatchObject({
    direct: true,
    max_bytes: 10 * 1024 * 1024,
  })
})
