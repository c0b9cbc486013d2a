/** `npm run files:uses`: writes anew where each file is used, from all records. */
import { closeDatabase, connection } from '@/lib/database'
import { rebuildUses } from '@/lib/file/uses'
import { command } from './command'

await command(async () => {
  const { transaction } = await connection()
  const { removed, added } = await transaction(rebuildUses).finally(closeDatabase)
  return `Uses of files: ${removed} removed, ${added} added.`
})
