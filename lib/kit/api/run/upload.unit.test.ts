import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsFrom } from '@/lib/kit/config/settings'
import { breakDisk } from '@/lib/server/testing/break-disk'
import { multipart } from './body'
import { Upload } from './upload'

async function upload(bytes: number, headers: Record<string, string> = {}) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.bin')
  const request = new Request('http://localhost', { method: 'POST', body: form, headers })
  const received = new Upload(multipart({ file: { limit: 10_000_000 }, fields: { name: z.string() } }), request)
  await received.read(settingsFrom([])).finally(() => received.remove())
}

// Less and more than one chunk of the file.
test.each([10, 5_000_000])('a full disk is 507 storage_full, for %i bytes', async (bytes) => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    breakDisk(code)
    await expect(upload(bytes)).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  }
})

test('another error of the disk is not blamed on the body', async () => {
  breakDisk('EIO')
  await expect(upload(5_000_000)).rejects.toMatchObject({ code: 'EIO' })
})

test.each(['gzip', 'br'])('a form of %s is 415', async (encoding) => {
  await expect(upload(10, { 'content-encoding': encoding })).rejects.toMatchObject({
    code: 'unsupported_media_type',
    extras: { headers: { 'accept-encoding': 'identity' } },
  })
})
