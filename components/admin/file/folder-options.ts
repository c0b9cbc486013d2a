import type { Answer } from '@/lib/server/client'

export type Folder = Answer<'GET /cms/file/folder'>[number]

/** Each folder is below its parent, and indented by its level. */
export const folderOptions = (folders: readonly Folder[], level = 0): { value: string; label: string }[] =>
  folders.flatMap(({ id, name, children }) => [
    { value: String(id), label: `${'\u2003'.repeat(level)}${name}` },
    ...folderOptions(children, level + 1),
  ])
