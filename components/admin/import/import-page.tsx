import { Skeleton } from '@mantine/core'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AdminPage } from '@/components/admin/frame/admin-page'
import type { ImportKindName } from '@/db/enums'
import { missingPermission } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import type { Answer } from '@/lib/server/client'
import { readSelf } from '@/lib/server/next/admin'
import type { PageInput } from '@/lib/server/next/list'
import { FileChoice } from './file-choice'
import { Preview } from './preview'
import { warningsTab } from './warnings-tab'

interface ImportPageProps extends PageInput {
  kind: ImportKindName
  code: PermissionCode
  /** `links`: to the templates, for users with the permission `code`. */
  files: { code: PermissionCode; links: ReactNode }
  /** The promotion that the lines of the file are for, named by `?promotion=3`. */
  readPromotion?(id: string): Promise<{ id: number; name: string }>
  /** With its first lines. */
  read(
    id: string,
  ): Promise<
    [
      stored: Answer<`GET /cms/${ImportKindName}/import/{id}`>,
      page: Answer<`GET /cms/${ImportKindName}/import/{id}/row`>,
    ]
  >
}

export const firstLines = { size: 100 }

/** `?import=3` shows the planned or applied changes of the import 3. Needs the permission `code`. */
export async function ImportPage({ kind, code, files, searchParams, readPromotion, read }: ImportPageProps) {
  const t = await getTranslations('import')
  return (
    <AdminPage
      messages={['import']}
      title={t(`${kind}.title`)}
      lead={t(`${kind}.lead`)}
      skeleton={<Skeleton height={320} radius="lg" />}
      load={async () => {
        const [{ import: given, result, warnings, promotion: chosen }, { is_root, permission_codes = [] }] =
          await Promise.all([searchParams, readSelf()])
        const may = (one: PermissionCode) => is_root || permission_codes.includes(one)
        if (!may(code)) throw missingPermission(code)
        const promotion = typeof chosen === 'string' ? chosen : undefined
        if (typeof given !== 'string') {
          const known = await readPromotion?.(promotion ?? '')
          return (
            <FileChoice kind={kind} promotion={known && { id: known.id, name: known.name }}>
              {may(files.code) && files.links}
            </FileChoice>
          )
        }
        const [stored, page] = await read(given)
        const shown = warnings === 'true' ? warningsTab : typeof result === 'string' ? result : ''
        return <Preview key={stored.id} kind={kind} promotion={promotion} stored={stored} page={page} result={shown} />
      }}
    />
  )
}
