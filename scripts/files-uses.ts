/** `npm run files:uses`: rebuilds the table `file_use` by reading all records that can use files. */

import { rebuildUses } from '@/lib/file/uses'
import { connection } from '@/lib/kit/database'
import { databaseCommand } from './command'

await databaseCommand(async () => {
  const { transaction } = await connection()
  const { removed, added } = await transaction(rebuildUses)
  return `Uses of files: ${removed} removed, ${added} added.`
})
