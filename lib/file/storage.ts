import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StorageName } from '@/db/enums'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { storageFull } from '@/lib/kit/api/run/failure'
import { env } from '@/lib/kit/env'
import { filesPrefix } from '@/lib/kit/own-origins'
import { uploadThing } from './uploadthing'
import { uploadThingStorage } from './uploadthing-storage'

/** Keys come from the caller and are never reused for other bytes. */
export interface Storage {
  name: StorageName
  /** As other records store it: a path of this server, or an absolute URL. */
  address(key: string): string
  /** Completely or not at all, and durably. Throws 507 `storage_full`, or 502 `provider_error`. */
  put(key: string, path: string): Promise<void>
  /** Also parts of an interrupted `put`. Does nothing if the key has no bytes. */
  remove(key: string): Promise<void>
}

/** Month and hash of the content for files of the shop, a random name for customers' pictures and invoices. */
const localKey = /^(?:\d{4}\/\d{2}\/[0-9a-f]{16,64}|u\/[\w-]{32})\.[a-z0-9]{3,4}$/

const isLocalKey = (key: string) => localKey.test(key)

/** The folder is only known while the server runs, so the bundler must ignore the path. */
function pathOf(key: string): string {
  if (!isLocalKey(key)) throw new Error(`${key} is not the key of a file`)
  return join(/* turbopackIgnore: true */ env().DATA_DIR, 'files', key)
}

const localStorage: Storage = {
  name: 'local',
  address: (key) => `${filesPrefix}${key}`,
  async put(key, source) {
    if (env().VERCEL)
      throw problem('provider_error', { detail: 'This deployment has no storage for files: set UPLOADTHING_TOKEN.' })
    const path = pathOf(key)
    // Renamed when it is complete, so that no reader sees an incomplete file.
    const part = `${path}.part`
    try {
      await mkdir(dirname(path), { recursive: true })
      const handle = await open(part, 'w', 0o644)
      try {
        // In a temporary folder, which the bundler must ignore.
        await writeFile(handle, createReadStream(/* turbopackIgnore: true */ source))
        await handle.sync()
      } finally {
        await handle.close()
      }
      checkpoint('file half stored')
      await rename(part, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined)
      throw storageFull(error) ?? error
    }
  },
  async remove(key) {
    const path = pathOf(key)
    await rm(`${path}.part`, { force: true })
    await rm(path, { force: true })
  },
}

/** So that a rename in the folder survives a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** For new files. */
export const storage = (): Storage => (uploadThing() ? uploadThingStorage : localStorage)

/** The pictures of the demonstration. */
const bundledStorage: Storage = {
  name: 'bundled',
  address: (key) => `/${key}`,
  put: (key) => Promise.reject(new Error(`${key} cannot be added to what the server comes with`)),
  remove: () => Promise.resolve(),
}

export function storageOf(name: StorageName): Storage {
  if (name === 'local') return localStorage
  if (name === 'bundled') return bundledStorage
  if (!uploadThing()) throw new Error('the files of UploadThing need UPLOADTHING_TOKEN')
  return uploadThingStorage
}

export async function findLocal(key: string): Promise<{ path: string; size: number } | undefined> {
  if (!isLocalKey(key)) return undefined
  const path = pathOf(key)
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? { path, size: found.size } : undefined
}
