'use client'

import { Alert, Button, FileButton, Loader } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useMessages, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useFileDrop } from '@/components/admin/file/use-file-drop'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import type { ImportKindName } from '@/db/enums'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import { spreadsheetFaultTextIn } from '@/lib/kit/i18n/fault-text'
import { SendError, send } from '@/lib/server/client'
import classes from './import.module.css'

const types = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The area for choosing or dropping a spreadsheet. Uploads the file at once and opens the plan of the import.
 * `children`: links to templates.
 */
export function FileChoice({ kind, children }: { kind: ImportKindName; children: ReactNode }) {
  const t = useTranslations('import')
  const textOf = spreadsheetFaultTextIn(useTranslations('refusal'), useMessages().refusal)
  const router = useRouter()
  const withSession = useSession()
  const toast = useToast()
  const [reading, setReading] = useState<string>()
  const [faults, setFaults] = useState<InvalidParam[]>([])
  const read = async (file: File | null | undefined) => {
    if (!file || reading !== undefined) return
    setReading(file.name)
    setFaults([])
    try {
      const { id } = await withSession(() => send(`POST /cms/${kind}/import` as const, { body: { file } }))
      router.push(`/admin/${kind}/import?import=${id}`)
    } catch (error) {
      setReading(undefined)
      if (error instanceof SendError && error.invalid_params.length > 0) setFaults(error.invalid_params)
      else toast.failure(error, t('notRead'))
    }
  }
  const isOver = useFileDrop((files) => void read(files[0]))
  return (
    <section className={classes.panel} aria-label={t('file')}>
      <div className={classes.drop} data-over={isOver || undefined} aria-busy={reading !== undefined}>
        <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden="true" />
        {reading === undefined ? (
          <p>{t('drop')}</p>
        ) : (
          <p role="status">
            <Loader size="xs" mr="xs" aria-hidden="true" />
            {t('reading', { name: reading })}
          </p>
        )}
        <FileButton accept={types} onChange={(file) => void read(file)} disabled={reading !== undefined}>
          {(props) => <Button {...props}>{t('choose')}</Button>}
        </FileButton>
        <small>{t(`${kind}.limit`)}</small>
        {children}
      </div>
      {faults.length > 0 && (
        <Alert color="red" title={t('notRead')} icon={<IconAlertTriangle aria-hidden="true" />} role="alert">
          <ul className={classes.faults}>
            {faults.map((fault) => (
              <li key={`${fault.code} ${fault.params?.column}`}>{textOf(fault)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </section>
  )
}
