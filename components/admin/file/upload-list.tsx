'use client'

import { ActionIcon, Progress, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFailureText, useFaultText } from '@/components/ui/failure-text'
import { useSession } from '@/components/ui/session'
import { SendError, send } from '@/lib/server/client'
import classes from './file.module.css'
import type { ShopFile } from './files'
import { UploadResult } from './upload-result'
import { useFileSize } from './use-file-size'
import { type FileUpload, mayHelp, type Uploads } from './use-uploads'

/** Failed uploads come first. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const t = useTranslations('form.upload')
  if (uploads.uploads.length === 0) return null
  const failed = uploads.uploads.filter(({ state }) => state === 'failed')
  const others = uploads.uploads.filter(({ state }) => state !== 'failed')
  return (
    <section aria-label={t('list')}>
      <UploadResult uploads={uploads} />
      <ul className={classes.uploads}>
        {[...failed, ...others].map((upload) => (
          <UploadItem key={upload.key} upload={upload} uploads={uploads} />
        ))}
      </ul>
    </section>
  )
}

function UploadItem({ upload, uploads }: { upload: FileUpload; uploads: Uploads }) {
  const t = useTranslations('form.upload')
  const format = useFormatter()
  const sizeOf = useFileSize()
  const textOf = useFailureText()
  const faultText = useFaultText()
  const { key, file, state, sent, error, result } = upload
  const { limit } = uploads
  const { name } = file
  const reason = () => {
    if (!(error instanceof SendError)) return textOf(error).text
    if (error.code === 'payload_too_large' && limit) return t('tooLarge', { size: sizeOf(limit.max_bytes) })
    // The server checks the content: a file with the extension of a picture may be something else or incomplete.
    const isNamed = error.code === 'unsupported_media_type' && limit?.types.some((type) => type === file.type)
    const [fault] = error.invalid_params
    if (isNamed || (fault?.name === 'file' && fault.code === 'invalid')) return t('damaged')
    return fault?.name === 'file' ? faultText(fault, 'number') : textOf(error).text
  }
  const isOpen = state === 'waiting' || state === 'sending'
  const text = {
    waiting: t('waiting'),
    // The server still has to check and store the received file.
    sending: sent === 1 ? t('storing') : format.number(sent, { style: 'percent', maximumFractionDigits: 0 }),
    done: result?.duplicate ? t('duplicate') : result?.status === 'pending' ? t('pending') : t('done'),
    failed: reason(),
    cancelled: t('cancelled'),
  }[state]
  return (
    <li data-state={state}>
      {state === 'done' && <IconCheck size={16} aria-hidden="true" />}
      {state === 'failed' && <IconAlertTriangle size={16} aria-hidden="true" />}
      <div className={classes.uploadName}>
        <span title={name}>{name}</span>
        <small>
          <span>{text}</span> · {sizeOf(file.size)}
        </small>
      </div>
      {result?.kind === 'image' && (
        <AltInput file={result} onStored={(file) => uploads.update(key, { ...result, ...file })} />
      )}
      {isOpen && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('cancel', { name })}
          onClick={() => uploads.cancel(key)}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      {(state === 'cancelled' || (state === 'failed' && mayHelp(error))) && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('retry', { name })} onClick={() => uploads.retry(key)}>
          <IconRefresh size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      {isOpen && (
        <Progress
          value={sent * 100}
          size="xs"
          aria-label={t('progress', { name })}
          className={classes.uploadProgress}
        />
      )}
    </li>
  )
}

function AltInput({ file, onStored }: { file: ShopFile; onStored: (file: ShopFile) => void }) {
  const t = useTranslations('form.upload')
  const withSession = useSession()
  const textOf = useFailureText()
  const [alt, setAlt] = useState(file.alt)
  const [outcome, setOutcome] = useState<{ isSaved: boolean; error?: string }>({ isSaved: false })
  const store = async () => {
    if (alt.trim() === file.alt) return
    try {
      const body = { alt: alt.trim(), version: file.version }
      onStored(await withSession(() => send('PUT /cms/file/{id}', { params: { id: file.id }, body })))
      setOutcome({ isSaved: true })
    } catch (error) {
      setOutcome({ isSaved: false, error: textOf(error).text })
    }
  }
  return (
    <TextInput
      size="xs"
      className={classes.uploadAlt}
      aria-label={t('alt')}
      placeholder={t('alt')}
      title={t('altExample')}
      maxLength={500}
      value={alt}
      error={outcome.error}
      description={outcome.isSaved ? t('altSaved') : undefined}
      inputWrapperOrder={['input', 'description', 'error']}
      onChange={({ currentTarget }) => setAlt(currentTarget.value)}
      onBlur={() => void store()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        void store()
      }}
    />
  )
}
