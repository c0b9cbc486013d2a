'use client'

import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { UploadList } from '@/components/admin/file/upload-list'
import { useUploads } from '@/components/admin/file/use-uploads'
import { useSession } from '@/components/ui/session'
import { usePoll } from '@/components/ui/use-poll'
import { type Answer, SendError, send } from '@/lib/server/client'
import type { Bundle } from './read-bundle'

interface PictureUploadProps {
  bundle: Bundle
  limit: Answer<'GET /cms/file/limit'>
  folder: { id: number; name: string }
  /** If the server refuses the spreadsheet or the user stops. Uploaded pictures stay in the folder. */
  onEnd: (error?: unknown) => void
}

const nothing = () => undefined

/** The spreadsheet comes last. For failed pictures, the user can retry, continue without them, or stop. */
export default function PictureUpload({ bundle, limit, folder, onEnd }: PictureUploadProps) {
  const t = useTranslations('import.bundle')
  const router = useRouter()
  const withSession = useSession()
  const [isSending, setSending] = useState(false)
  const uploads = useUploads({ limit, onIdle: nothing })
  const { uploads: all, open, add, update, retry, cancel } = uploads
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    add(bundle.pictures, folder.id)
  }, [add, bundle, folder])

  // The storage may still check a picture that was uploaded directly. Only checked pictures can be used.
  const pending = all.flatMap(({ key, result }) => (result?.status === 'pending' ? [{ key, result }] : []))
  const check = async () => {
    for (const { key, result } of pending) {
      try {
        const file = await withSession(() => send('GET /cms/file/{id}', { params: { id: result.id } }))
        update(key, { ...result, ...file })
      } catch (error) {
        // The file is a duplicate of another one: uploaded again, it is found.
        if (error instanceof SendError && error.status === 404) retry(key)
      }
    }
  }
  usePoll(pending.length > 0 ? check : undefined, [2_000])

  const sendSpreadsheet = useCallback(async () => {
    setSending(true)
    const pictures = Object.fromEntries(all.flatMap(({ file, result }) => (result ? [[file.name, result.id]] : [])))
    try {
      const body = { file: bundle.spreadsheet, folder_id: folder.id, pictures: JSON.stringify(pictures) }
      const { id } = await withSession(() => send('POST /cms/product/import', { body }))
      router.push(`/admin/product/import?import=${id}`)
    } catch (error) {
      onEnd(error)
    }
  }, [all, bundle, folder, onEnd, router, withSession])
  const isComplete =
    all.length > 0 && all.length === bundle.pictures.length && all.every(({ result }) => result?.status === 'ready')
  const hasSent = useRef(false)
  useEffect(() => {
    if (!isComplete || hasSent.current) return
    hasSent.current = true
    void sendSpreadsheet()
  }, [isComplete, sendSpreadsheet])

  const missing = all.filter(({ state }) => state === 'failed' || state === 'cancelled').length
  const stop = () => {
    for (const { key, state } of all) if (state === 'waiting' || state === 'sending') cancel(key)
    onEnd()
  }
  return (
    <>
      <Text size="sm">{t('uploading', { count: bundle.pictures.length, folder: folder.name })}</Text>
      <UploadList uploads={uploads} />
      {open === 0 && pending.length === 0 && missing > 0 && !isSending && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} mt="sm" role="alert">
          {t('missing', { count: missing })}
        </Alert>
      )}
      <Group mt="md" gap="sm">
        {open === 0 && pending.length === 0 && missing > 0 && (
          <Button loading={isSending} onClick={() => void sendSpreadsheet()}>
            {t('goOn')}
          </Button>
        )}
        {!isSending && (
          <Button variant="default" onClick={stop}>
            {t('stop')}
          </Button>
        )}
      </Group>
    </>
  )
}
