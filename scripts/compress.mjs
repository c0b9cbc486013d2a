// Part of `npm run build`: compresses scripts and styles for browsers, for our own server to send.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const packings = {
  // The level above is a fiftieth smaller and takes two and a half times as long.
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gz: promisify(gzip),
}

/** Writes beside each script and style of a folder what is sent instead of it. */
export async function compressAssets(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|svg)$/.test(name),
  )
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      const bytes = readFileSync(file)
      for (const [ending, pack] of Object.entries(packings)) writeFileSync(`${file}.${ending}`, await pack(bytes))
    }),
  )
}
