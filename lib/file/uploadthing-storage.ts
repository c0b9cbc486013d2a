import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { filesPrefix } from '@/lib/kit/own-origins'
import type { Storage } from './storage'
import { mimeOfExtension } from './types'
import { uploadThing } from './uploadthing'

/**
 * Keys are the custom ids, chosen by the shop before the upload. Customers' pictures and invoices are private: this
 * server redirects to a signed address.
 */
export const uploadThingStorage: Storage = {
  name: 'uploadthing',
  address: (key) => (isPicture(key) ? `${filesPrefix}${key}` : `${account().files_url}${idOf(key)}`),
  async put(key, path) {
    const { api, UTFile } = await client()
    const file = new UTFile([await readFile(/* turbopackIgnore: true */ path)], idOf(key), {
      customId: idOf(key),
      type: mimeOfExtension(extname(key).slice(1)) ?? 'application/octet-stream',
    })
    const { error } = await api.uploadFiles(file, isPicture(key) ? { acl: 'private' } : {})
    if (error) throw away(new Error(`${error.code}: ${error.message}`))
  },
  async remove(key) {
    const { api } = await client()
    const { success } = await api.deleteFiles([idOf(key)], { keyType: 'customId' })
    if (!success) throw new Error('UploadThing did not remove a file')
  },
}

const account = () => {
  const found = uploadThing()
  if (!found) throw new Error('the files of UploadThing need UPLOADTHING_TOKEN')
  return found
}

/** Includes invoices. */
const isPicture = (key: string) => key.startsWith('u/')

const idOf = (key: string) => key.replaceAll('/', '-')

/** The library is loaded on first use. */
async function client() {
  const { UTApi, UTFile } = await import('uploadthing/server')
  return { api: new UTApi(account().options), UTFile }
}

const away = (cause: unknown) =>
  problem('provider_error', { detail: 'The storage of files did not answer. Try again.', cause })

/** Expires after `seconds`. */
export async function signedAddress(key: string, seconds: number): Promise<string> {
  const { api } = await client()
  const { ufsUrl } = await api.generateSignedURL(idOf(key), { expiresIn: seconds })
  return ufsUrl
}

/** Uploaded by a browser. Throws 502 `provider_error` if UploadThing does not respond or lacks the file. */
export async function readUploaded(key: string): Promise<ReadableStream<Uint8Array>> {
  const { files_url, options } = account()
  const address = new URL(`${files_url}${idOf(key)}`, options.callbackUrl)
  const response = await options.fetch(address).catch((error: unknown) => {
    throw away(error)
  })
  if (!response.ok || !response.body) throw away(new Error(`UploadThing answered ${response.status}`))
  return response.body
}
