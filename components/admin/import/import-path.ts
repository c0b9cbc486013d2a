import type { ImportKindName } from '@/db/enums'

/** `promotion`: its id, if the lines of the file are for one. */
export interface ImportPlace {
  kind: ImportKindName
  promotion?: string | undefined
}

export function importPath({ kind, promotion }: ImportPlace, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...(promotion && { promotion }), ...query }).toString()
  return `/admin/${kind}/import${search && `?${search}`}`
}
