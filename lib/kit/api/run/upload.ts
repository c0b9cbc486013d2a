import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { Settings } from '@/lib/kit/config/registry'
import { env } from '@/lib/kit/env'
import { invalid, problem } from '../endpoint/problem'
import type { Multipart, ReceivedFile } from './body'
import { chunksOf, filePace, incomplete, type Pace } from './body-stream'
import { describeError, storageFull } from './failure'
import { log } from './log'
import { contentLengthOf, refuseEncoded } from './request'

/** In bytes. `overhead`: the boundaries and headers of a form together. */
const fieldLimit = 64 * 1024
const overhead = 16 * 1024

/** `read` reads on demand, `remove` deletes the temporary file at the end of the request. */
export class Upload {
  private path: string | undefined

  constructor(
    private readonly body: Multipart,
    private readonly request: Request,
    private readonly pace = paceOf(body),
  ) {}

  /**
   * The file is never completely in memory. Throws 400 for an unknown or repeated part or an incomplete body, 408, 413
   * (by Content-Length before reading), 415 for another type, 507 without space.
   */
  async read(settings: Settings): Promise<Record<string, unknown>> {
    const { limit } = this.body.multipart
    const max = typeof limit === 'number' ? limit : limit(settings, env())
    const names = Object.keys(this.body.shape)
    const total = max + overhead + (names.length - 1) * fieldLimit
    const { headers, body } = this.request
    refuseEncoded(headers)
    const type = headers.get('content-type') ?? ''
    if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type)) {
      throw problem('unsupported_media_type', { detail: 'Send the body as multipart/form-data.' })
    }
    if (!body) throw incomplete()
    const form = new Form(names, max, type, (file, name, declared) => this.store(file, name, declared))
    try {
      const size = { max: total, declared: contentLengthOf(headers), detail: tooLargeFile(max) }
      for await (const chunk of chunksOf(body, this.pace, size)) await form.write(chunk)
      return await form.end()
    } catch (error) {
      await form.abandon()
      throw error
    }
  }

  /** Logs errors instead of throwing them, since the response already exists. */
  async remove(): Promise<void> {
    if (!this.path) return
    await rm(this.path, { force: true }).catch((error: unknown) => {
      log().error(describeError(error), 'a temporary file could not be removed')
    })
  }

  private async store(file: BusboyFileStream, name: string, type: string): Promise<ReceivedFile> {
    const path = join(tmpdir(), `upload-${randomUUID()}`)
    this.path = path
    const hash = createHash('sha256')
    let size = 0
    const hashChunks = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    const closed = once(target, 'close')
    await pipeline(file, hashChunks, target).catch(async (error: unknown) => {
      // The file may not be created yet. Without waiting, it would be created after its removal.
      await closed.catch(() => undefined)
      throw storageFull(error) ?? error
    })
    return { path, name: shownName(name), type: type.slice(0, 255), size, sha256: hash.digest('hex') }
  }
}

const paceOf = ({ multipart: { seconds } }: Multipart): Pace =>
  seconds === undefined ? filePace : { ...filePace, total: seconds * 1_000 }

type Store = (file: BusboyFileStream, name: string, type: string) => Promise<ReceivedFile>

/** Parses while the bytes arrive. The first error ends the parsing. */
class Form {
  private readonly parser: BusboyInstance
  private readonly parts = new Map<string, unknown>()
  private file: BusboyFileStream | undefined
  private storing: Promise<ReceivedFile> | undefined
  private fail: (reason: unknown) => void = () => {}
  private readonly fault = new Promise<never>((_, reject) => {
    this.fail = reject
  })

  constructor(
    private readonly names: readonly string[],
    max: number,
    type: string,
    store: Store,
  ) {
    this.fault.catch(() => undefined)
    this.parser = parserOf(type, { fileSize: max, fieldSize: fieldLimit, parts: names.length + 1, headerPairs: 50 })
    this.parser.on('error', () => this.fail(incomplete()))
    this.parser.on('partsLimit', () => this.fail(invalid('body', '', 'too_big', 'The form has too many parts.')))
    this.parser.on('field', (name, value, _, isTruncated) => {
      if (isTruncated)
        this.fail(invalid('body', shownName(name), 'too_big', `This may have at most ${fieldLimit} bytes.`))
      this.add(name, value)
    })
    this.parser.on('file', (name, file, filename: string | undefined, _, declared) => {
      this.file = file
      file.on('limit', () => this.fail(problem('payload_too_large', { detail: tooLargeFile(max) })))
      // An error of the parser, or of the disk: the stream of the file is closed with it before `storing` rejects.
      file.on('error', (error) => this.fail('syscall' in error ? (storageFull(error) ?? error) : incomplete()))
      if (filename === undefined) this.fail(invalid('body', name, 'invalid_type', 'This must be a file.'))
      if (!this.add(name, undefined)) return
      this.storing = store(file, filename ?? '', declared)
      this.storing.catch(this.fail)
    })
  }

  /** Resolves when the parser accepts more, so that reading is not faster than the disk. Rejects with the fault. */
  write(chunk: Uint8Array): Promise<void> {
    return Promise.race([this.fault, new Promise<void>((resolve) => this.parser.write(chunk, () => resolve()))])
  }

  async end(): Promise<Record<string, unknown>> {
    const finished = new Promise<void>((resolve) => this.parser.once('finish', resolve))
    this.parser.end()
    await Promise.race([this.fault, finished])
    if (this.storing) this.parts.set('file', await Promise.race([this.fault, this.storing]))
    return Object.fromEntries(this.parts)
  }

  /** Resolves when nothing is being written anymore. */
  async abandon(): Promise<void> {
    this.parser.destroy()
    this.file?.destroy()
    await this.storing?.catch(() => undefined)
  }

  private add(name: string | undefined, value: unknown): boolean {
    const known = name !== undefined && this.names.includes(name)
    if (!known) this.fail(invalid('body', shownName(name ?? ''), 'unknown_field', 'There is no such field.'))
    else if (this.parts.has(name)) this.fail(invalid('body', name, 'duplicate', 'This was given twice.'))
    else {
      this.parts.set(name, value)
      return true
    }
    return false
  }
}

/** Throws 415 for an invalid boundary. */
function parserOf(type: string, limits: BusboyConfig['limits']): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, isPartAFile: (name) => name === 'file', limits })
  } catch {
    throw problem('unsupported_media_type', { detail: 'Send the body as multipart/form-data.' })
  }
}

const tooLargeFile = (max: number) => `The file may have at most ${max} bytes.`

const shownName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(0, 255)
