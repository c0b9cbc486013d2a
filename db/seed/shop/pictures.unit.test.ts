import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureFolders, pictures } from './pictures'

const folder = 'public/demo'

test('the pictures of the demonstration are those in their folder', async () => {
  const found = await Promise.all(
    readdirSync(folder)
      .sort()
      .map(async (name) => {
        const bytes = readFileSync(join(folder, name))
        const { width, height, format } = await sharp(bytes).metadata()
        expect(format).toBe('webp')
        return [name, width, height, bytes.length, createHash('sha256').update(bytes).digest('hex')]
      }),
  )
  expect(pictures).toEqual(found)
})

test('each picture has a folder', () => {
  for (const [name] of pictures) expect(pictureFolders[name[0] ?? ''], name).toBeDefined()
})
