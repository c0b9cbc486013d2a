import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { Options } from './bench'
import type { Load } from './load'
import { type Server, startServer } from './server'
import { addRoot, createShop, withClient } from './shop'
import { fixed, printTable, verdict } from './table'

/** Megabytes by which the memory of the server may grow. */
const bars = { photographs: 400, files: 60, refused: 20 }
const together = 20
const photographs = 4
const fileSize = 10 * 1024 * 1024 - 64
const refusedMegabytes = 200

interface Growth {
  /** From before the uploads to their highest point, in megabytes. */
  grown_mb: number
  /** The longest time in which the server answered nothing else, in milliseconds. */
  blocked_ms: number
  statuses: Record<string, number>
}

/**
 * How much memory uploads take: twenty at once of 10 MB each, with and without photographs of 24 megapixels among them, and
 * one that is refused because it is too large, which its client does not say in advance.
 */
export async function uploads(postgres_url: string, _: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_uploads')
  const token = await withClient(database_url, async (client) => {
    await client.query(`insert into config (key, value) values ('file.mp4', 'true')`)
    return addRoot(client)
  })
  const measure = async (name: string, makeUploads: () => Promise<(() => Promise<Response>)[]>, of: Server) => {
    const growth = await growthWhile(of, await makeUploads())
    console.log(
      `${name}: ${JSON.stringify(growth.statuses)}, answered late by ${fixed(growth.blocked_ms, 0)} ms at most`,
    )
    return growth
  }
  const start = async (name: string) => {
    const server = await startServer('native', { name, database_url, folder: options.folder })
    // What the first upload loads is not memory of uploads.
    const first = await sharp({
      create: { width: 640, height: 480, channels: 3, background: `#${randomBytes(3).toString('hex')}` },
    })
      .jpeg()
      .toBuffer()
    await expectStatus(await post(server, token, first), [200, 201])
    await wait(500)
    return server
  }
  const results: Record<keyof typeof bars, Growth | undefined> = {
    photographs: undefined,
    files: undefined,
    refused: undefined,
  }
  const files = (server: Server, count: number) =>
    Array.from({ length: count }, () => video()).map((bytes) => () => post(server, token, bytes))

  const second = await start('files')
  results.files = await measure(`${together} files`, async () => files(second, together), second)
  await second.stop()
  const first = await start('photographs')
  const pictures = await Promise.all(Array.from({ length: photographs }, photograph))
  results.photographs = await measure(
    `${together} files, ${photographs} of them photographs`,
    async () => [...pictures.map((bytes) => () => post(first, token, bytes)), ...files(first, together - photographs)],
    first,
  )
  await first.stop()
  const third = await start('refused')
  results.refused = await measure(`${refusedMegabytes} MB`, async () => [() => postEndless(third, token)], third)
  await third.stop()

  printTable(
    ['', 'MB more', 'bar', ''],
    Object.entries(bars).map(([name, bar]) => {
      const grown = Object.entries(results).find(([key]) => key === name)?.[1]?.grown_mb ?? Number.NaN
      return [name, fixed(grown, 0), bar, verdict(grown, bar, 'lower')]
    }),
  )
  return { results, bars }
}

/** Sends everything at once, and meanwhile watches the memory and how soon the server answers something simple. */
async function growthWhile(server: Server, requests: (() => Promise<Response>)[]): Promise<Growth> {
  const before = server.residentMegabytes()
  let [peak, blocked_ms, isDone] = [before, 0, false]
  const watching = (async () => {
    while (!isDone) {
      const asked = performance.now()
      await fetch(`${server.url}/api/health`).then((response) => response.arrayBuffer())
      blocked_ms = Math.max(blocked_ms, performance.now() - asked)
      peak = Math.max(peak, server.residentMegabytes())
      await wait(10)
    }
  })()
  const statuses: Record<string, number> = {}
  await Promise.all(
    requests.map(async (request) => {
      const status = await request().then(
        (response) => response.arrayBuffer().then(() => response.status),
        () => 'reset',
      )
      statuses[status] = (statuses[status] ?? 0) + 1
    }),
  )
  isDone = true
  await watching
  return { grown_mb: peak - before, blocked_ms, statuses }
}

const post = (server: Server, token: string, bytes: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'upload')
  return fetch(`${server.url}/cms/file`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
}

/** A file of which the client does not say how large it is. */
function postEndless(server: Server, token: string): Promise<Response> {
  const boundary = 'the-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="upload"\r\n\r\n`
  const megabyte = Buffer.alloc(1024 * 1024, 7)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(sent === 0 ? Buffer.from(head) : megabyte)
      sent++
      if (sent > refusedMegabytes) controller.close()
    },
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return fetch(`${server.url}/cms/file`, init)
}

async function expectStatus(response: Response, allowed: number[]) {
  if (!allowed.includes(response.status)) throw new Error(`${response.status}: ${await response.text()}`)
}

/** What is taken for a video: its beginning, and noise. */
const video = () => Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), randomBytes(fileSize)])

/** A photograph of 24 megapixels and at most 10 MB, lying on its side. */
async function photograph(): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: 'white', noise } })
  const bytes = await picture.withMetadata({ orientation: 6 }).jpeg({ quality: 74 }).toBuffer()
  if (bytes.length > fileSize) throw new Error(`the photograph has ${bytes.length} bytes`)
  return Buffer.from(bytes)
}
