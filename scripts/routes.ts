/**
 * `npm run routes`: writes the files that follow from other files. From `lib/server/endpoints.ts`: the types of the
 * operations, and a `route.ts` for each path of the interfaces. From the message files: the modules `english.ts` and
 * `chinese.ts`. From `db/schema`: `db/tables.ts`. Removes the `route.ts` of a path without endpoints.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { staleFiles } from '@/tools/routes/files'

const files = staleFiles()
for (const [file, text] of files) {
  if (text === null) rmSync(file)
  else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  console.log(`${text === null ? 'Removed' : 'Written'}: ${file}`)
}
if (files.size === 0) console.log('All files are up to date.')
