// `npm run clients`: generates three clients from the API document and compiles an example purchase with each of them.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shopDocument } from '../lib/server/shop-document'

const folder = join(import.meta.dirname, '../examples/clients')
const document = shopDocument('https://shop.test')
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))

for (const command of ['npm ci --no-audit --no-fund', 'npm run --silent generate', 'npm run --silent check']) {
  const { status } = spawnSync(command, { cwd: folder, shell: true, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`In examples/clients, \`${command}\` failed.`)
    process.exit(1)
  }
}
console.log('Three clients are generated, and the purchase compiles against each.')
