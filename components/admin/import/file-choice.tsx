'use client'

import { Alert, Button, FileButton, Loader } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useMessages, useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react'
import { useFileDrop } from '@/components/admin/file/use-file-drop'
import { useCan } from '@/components/admin/frame/admin-context'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import type { ImportKindName } from '@/db/enums'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import { spreadsheetFaultTextIn } from '@/lib/kit/i18n/fault-text'
import { foldedForm } from '@/lib/kit/plain-form'
import { SendError, send } from '@/lib/server/client'
import { type BundleFault, isArchive, isPicture, pictureExtensions } from './bundle'
import classes from './import.module.css'
import { importPath } from './import-path'

const spreadsheets = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Imports of products also accept ZIP files and pictures. */
const types: Record<ImportKindName, string> = {
  order: spreadsheets,
  invoice: spreadsheets,
  promotion: spreadsheets,
  coupon: spreadsheets,
  product: ['csv', 'xlsx', 'zip', ...pictureExtensions].map((extension) => `.${extension}`).join(),
}

const PictureUpload = dynamic(() => import('./picture-upload'), { ssr: false })
const BundleFaults = dynamic(() => import('./bundle-faults'), { ssr: false })

interface RefusedBundle {
  faults: BundleFault[]
  max_picture: number
}

interface FileChoiceProps {
  kind: ImportKindName
  /** That the lines of the file are for. */
  promotion?: { id: number; name: string } | undefined
  /** Links to templates. */
  children: ReactNode
}

/** Checks all files first, then uploads the pictures, and the spreadsheet last. */
export function FileChoice({ kind, promotion, children }: FileChoiceProps) {
  const t = useTranslations('import')
  const textOf = spreadsheetFaultTextIn(useTranslations('refusal'), useMessages().refusal)
  const router = useRouter()
  const withSession = useSession()
  const toast = useToast()
  const mayUpload = useCan()('file.create')
  const [reading, setReading] = useState<string>()
  const [faults, setFaults] = useState<InvalidParam[]>([])
  const [refused, setRefused] = useState<RefusedBundle>()
  const [upload, setUpload] = useState<Omit<ComponentProps<typeof PictureUpload>, 'onEnd'>>()
  const fail = useCallback(
    (error: unknown) => {
      setReading(undefined)
      if (error instanceof SendError && error.invalid_params.some(({ name }) => name === 'file'))
        setFaults(error.invalid_params)
      else toast.failure(error, t('notRead'))
    },
    [t, toast],
  )
  const readSpreadsheet = async (file: File) => {
    const promotion_id = String(promotion?.id)
    const { id } = await withSession(() =>
      kind === 'promotion' || kind === 'coupon'
        ? send(`POST /cms/${kind}/import` as const, { body: { file, promotion_id } })
        : send(`POST /cms/${kind}/import` as const, { body: { file } }),
    )
    router.push(importPath({ kind, ...(promotion && { promotion: promotion_id }) }, { import: String(id) }))
  }
  const readWithPictures = async (files: readonly File[]) => {
    if (!mayUpload) {
      setReading(undefined)
      setRefused({ faults: [{ code: 'forbidden', names: [] }], max_picture: 0 })
      return
    }
    const limit = await withSession(() => send('GET /cms/file/limit'))
    const { readBundle } = await import('./read-bundle')
    const bundle = await readBundle(files, { max_picture: limit.max_bytes })
    if ('faults' in bundle) setRefused({ faults: bundle.faults, max_picture: limit.max_bytes })
    else setUpload({ bundle, limit, folder: await withSession(() => folderNamed(bundle.folder)) })
    setReading(undefined)
  }
  const read = async (files: readonly File[]) => {
    const [file] = files
    if (!file || reading !== undefined || upload) return
    setReading(file.name)
    setFaults([])
    setRefused(undefined)
    try {
      const isAlone = kind !== 'product' || (files.length === 1 && !isArchive(file.name) && !isPicture(file.name))
      await (isAlone ? readSpreadsheet(file) : readWithPictures(files))
    } catch (error) {
      fail(error)
    }
  }
  const endUpload = useCallback(
    (error?: unknown) => {
      setUpload(undefined)
      if (error !== undefined) fail(error)
    },
    [fail],
  )
  const isOver = useFileDrop((files) => void read(files))
  if (upload)
    return (
      <section className={classes.panel} aria-label={t('file')}>
        <PictureUpload {...upload} onEnd={endUpload} />
      </section>
    )
  return (
    <section className={classes.panel} aria-label={t('file')}>
      <div className={classes.drop} data-over={isOver || undefined} aria-busy={reading !== undefined}>
        <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden="true" />
        {promotion && (kind === 'promotion' || kind === 'coupon') && (
          <b>{t(`${kind}.into`, { name: promotion.name })}</b>
        )}
        {reading === undefined ? (
          <p>{t(`${kind}.drop`)}</p>
        ) : (
          <p role="status">
            <Loader size="xs" mr="xs" aria-hidden="true" />
            {t('reading', { name: reading })}
          </p>
        )}
        <FileButton
          accept={types[kind]}
          multiple={kind === 'product'}
          onChange={(given) => void read([given].flat().filter((file) => file !== null))}
          disabled={reading !== undefined}
        >
          {(props) => <Button {...props}>{t('choose')}</Button>}
        </FileButton>
        <small>{t(`${kind}.limit`)}</small>
        {kind === 'product' && <small>{t('product.pictures')}</small>}
        {children}
      </div>
      {(faults.length > 0 || refused) && (
        <Alert color="red" title={t('notRead')} icon={<IconAlertTriangle aria-hidden="true" />} role="alert">
          {refused && <BundleFaults {...refused} />}
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

/** At the top level. */
async function folderNamed(name: string): Promise<{ id: number; name: string }> {
  const folders = await send('GET /cms/file/folder')
  const known = folders.find((folder) => foldedForm(folder.name) === foldedForm(name))
  return known ?? send('POST /cms/file/folder', { body: { name } })
}
