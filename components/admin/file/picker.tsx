'use client'

import { Alert, Button, Group, Modal, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoto, IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useAdmin, useCan } from '@/components/admin/frame/admin-context'
import { Choice } from '@/components/ui/choice'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { useSession } from '@/components/ui/session'
import { remember } from '@/lib/server/admin/remember'
import { type Answer, send } from '@/lib/server/client'
import { DropZone } from './drop-zone'
import classes from './file.module.css'
import { type ExpectedSize, inGivenOrder, misfitOf, type ShopFile } from './files'
import { type Folder, folderOptions } from './folder-options'
import { Thumbnail } from './thumbnail'
import { UploadList } from './upload-list'
import { useFileDrop } from './use-file-drop'
import { useUploads } from './use-uploads'

export interface PickerOptions {
  /** Pictures by default. */
  kind?: 'image' | 'video' | undefined
  /** Of chosen pictures; one by default. */
  maximum?: number | undefined
  /** Other pictures get a warning. */
  expected?: ExpectedSize | undefined
  /** To upload when the dialog opens. */
  files?: readonly File[] | undefined
}

interface PickerProps extends PickerOptions {
  /** Empty: the dialog was closed. */
  onClose: (files: readonly ShopFile[]) => void
}

interface Found {
  files: readonly ShopFile[]
  next_cursor: string | null
}

const size = 24
const preference = 'picker.folder'
/** Chosen since the page was loaded; the folder from earlier visits is in `remembered`. */
let lastFolder: string | undefined

export default function Picker({ kind = 'image', maximum = 1, expected, files, onClose }: PickerProps) {
  const t = useTranslations('form.picker')
  const can = useCan()
  const withSession = useSession()
  const { remembered } = useAdmin()
  const [folder, setFolder] = useState(lastFolder ?? remembered[preference] ?? '')
  const [q, setQ] = useState('')
  const [sought] = useDebouncedValue(q.trim(), 300)
  const [found, setFound] = useState<Found | 'failed'>()
  const [folders, setFolders] = useState<readonly Folder[]>()
  const [limit, setLimit] = useState<Answer<'GET /cms/file/limit'>>()
  const [isLimitRead, setLimitRead] = useState(false)
  const [chosen, setChosen] = useState<readonly ShopFile[]>([])
  const [attempt, setAttempt] = useState(0)
  const reload = () => setAttempt((before) => before + 1)
  const mayUpload = can('file.create')
  const uploads = useUploads({ limit, onIdle: reload })

  const read = (cursor?: string) => {
    const query = { kind, size, q: sought || undefined, folder_id: folder || undefined, cursor } as const
    return withSession(() => send('GET /cms/file', { query }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when what is sought changes, and after uploads
  useEffect(() => {
    let isCancelled = false
    read().then(
      ({ items, next_cursor = null }) => !isCancelled && setFound({ files: items.filter(isReady), next_cursor }),
      () => !isCancelled && setFound('failed'),
    )
    return () => {
      isCancelled = true
    }
  }, [folder, sought, attempt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    void withSession(() => send('GET /cms/file/folder')).then(
      (all) => {
        setFolders(all)
        // The remembered folder may have been deleted.
        if (folder !== '' && !folderOptions(all).some(({ value }) => value === folder)) setFolder('')
      },
      () => setFolders([]),
    )
    if (mayUpload)
      void send('GET /cms/file/limit')
        .then(setLimit, () => undefined)
        .finally(() => setLimitRead(true))
  }, [])

  const upload = (files: File[]) => uploads.add(files, folder === '' ? null : Number(folder))
  useFileDrop(mayUpload ? upload : undefined)
  // After the limits, which determine how files are sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isLimitRead && files) upload([...files])
  }, [isLimitRead])
  /** Keys of uploads that were added to the choice, each once. */
  const [taken, setTaken] = useState<readonly number[]>([])
  const stored = uploads.uploads.flatMap(({ key, result }) =>
    result?.kind === kind && result.url && !taken.includes(key) ? [{ key, file: result }] : [],
  )
  if (stored.length > 0) {
    setTaken([...taken, ...stored.map(({ key }) => key)])
    const latest = [...chosen, ...stored.map(({ file }) => file)]
    const each = latest.filter(({ id }, at) => latest.findIndex((one) => one.id === id) === at)
    const uploaded = uploads.uploads.flatMap(({ result }) => result?.id ?? [])
    setChosen(inGivenOrder(each, uploaded).slice(-maximum))
  }

  // Pictures uploaded here come first, also when another folder is shown, or older ones were there before.
  const own = uploads.uploads.flatMap(({ result }) => (result?.kind === kind && result.url ? [result] : []))
  const each = own.filter(({ id }, at) => own.findIndex((one) => one.id === id) === at)
  const others = found && found !== 'failed' ? found.files : []
  const shown = [...each.toReversed(), ...others.filter(({ id }) => !each.some((one) => one.id === id))]

  const toggle = (file: ShopFile) => {
    const without = chosen.filter(({ id }) => id !== file.id)
    if (without.length < chosen.length) setChosen(without)
    else if (maximum === 1) setChosen([file])
    else if (chosen.length < maximum) setChosen([...chosen, file])
  }
  const more = async () => {
    if (!found || found === 'failed' || !found.next_cursor) return
    const { items, next_cursor = null } = await read(found.next_cursor)
    setFound({ files: [...found.files, ...items.filter(isReady)], next_cursor })
  }
  const warnings = expected
    ? chosen.flatMap((file) => {
        const misfit = misfitOf(file, expected)
        const { name, width, height } = file
        return misfit
          ? [t(misfit, { name, width: String(width), height: String(height), ...expectedTexts(expected) })]
          : []
      })
    : []

  return (
    <Modal
      opened
      onClose={() => onClose([])}
      title={t('title', { kind, maximum })}
      size="xl"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        {mayUpload && (
          <div className={classes.pickerUpload}>
            <DropZone limit={limit} onFiles={upload} />
            <UploadList uploads={uploads} />
          </div>
        )}
        <div className={classes.pickerTools}>
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            maxLength={64}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={q}
            onChange={({ currentTarget }) => setQ(currentTarget.value)}
            data-autofocus
          />
          <Choice
            aria-label={t('folder')}
            value={folder}
            onChange={(value) => {
              lastFolder = value
              remember(preference, value)
              setFolder(value)
            }}
            data={[{ value: '', label: t('allFolders') }, ...folderOptions(folders ?? [])]}
          />
        </div>
        {expected && (
          <Text size="sm" c="dimmed">
            {t('expected', expectedTexts(expected))}
          </Text>
        )}
        {found === 'failed' && <Failure order={3} onRetry={reload} />}
        {found === undefined && (
          <Stack gap="sm" aria-busy="true">
            <Skeleton height={120} />
            <Skeleton height={120} />
          </Stack>
        )}
        {found && found !== 'failed' && shown.length === 0 && (
          <EmptyState
            order={3}
            icon={<IconPhoto size={28} stroke={1.6} />}
            title={t('empty', { kind })}
            description={mayUpload ? t('emptyHelp', { kind }) : t('emptyWithoutUpload')}
          />
        )}
        {found && found !== 'failed' && shown.length > 0 && (
          <>
            <ul className={classes.pictures} aria-label={t('pictures', { kind })} onKeyDown={moveFocus}>
              {shown.map((file) => (
                <li key={file.id}>
                  <UnstyledButton
                    className={classes.picture}
                    aria-pressed={chosen.some(({ id }) => id === file.id)}
                    onClick={() => toggle(file)}
                    onDoubleClick={() => maximum === 1 && uploads.open === 0 && onClose([file])}
                  >
                    <Thumbnail file={file} width={160} className={classes.thumbnail} />
                    {maximum > 1 && <Place of={chosen.findIndex(({ id }) => id === file.id) + 1} />}
                    <span className={classes.caption} title={file.name}>
                      {file.name}
                      {file.width !== null && (
                        <small>
                          {file.width} × {file.height}
                        </small>
                      )}
                    </span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {found.next_cursor && (
              <Button variant="default" size="xs" onClick={() => void more()} mx="auto">
                {t('more')}
              </Button>
            )}
          </>
        )}
        {warnings.length > 0 && (
          <Alert color="yellow" role="status">
            {warnings.map((warning) => (
              <div key={warning}>{warning}</div>
            ))}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm" className={classes.pickerFooter}>
          {uploads.open > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t('uploading')}
            </Text>
          )}
          <Button variant="default" onClick={() => onClose([])}>
            {t('cancel')}
          </Button>
          {/* A picture that is chosen by its upload would be missing in the choice. */}
          <Button disabled={chosen.length === 0 || uploads.open > 0} onClick={() => onClose(chosen)}>
            {maximum === 1 ? t('chooseOne', { kind }) : t('choose', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Counted from 1; 0: not chosen. */
const Place = ({ of }: { of: number }) => of > 0 && <span className={classes.place}>{of}</span>

/** A file that is still being processed has no URL. */
const isReady = ({ url }: ShopFile) => url !== null

const expectedTexts = ({ width, height }: ExpectedSize) => ({
  expectedWidth: String(width),
  expectedHeight: String(height),
})

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1
  if (at === -1) return
  const top = buttons[0]?.getBoundingClientRect().top
  const columns = buttons.filter((button) => button.getBoundingClientRect().top === top).length
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = steps[event.key]
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus()
}
