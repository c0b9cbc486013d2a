'use client'

import { CloseButton, Input, Loader, UnstyledButton } from '@mantine/core'
import { IconCameraPlus } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { useTrackUpload } from '@/components/ui/form-uploads'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import classes from './photos.module.css'
import { scaled } from './scaled'
import { photoTypes, usePhotoFault } from './use-photo-fault'

/** Uploaded, but not used by a request yet. */
export interface Photo {
  id: number
  url: string
}

interface PhotosProps {
  photos: readonly Photo[]
  /** A function, because a list could be outdated while several uploads are running. */
  onChange: (change: (photos: readonly Photo[]) => Photo[]) => void
}

/** Accepted by the API. */
const most = 9

export function Photos({ photos, onChange }: PhotosProps) {
  const t = useTranslations('purchase.photos')
  const act = useAction()
  const explain = usePhotoFault()
  const track = useTrackUpload()
  const { asCustomer } = useCustomer()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [underWay, setUnderWay] = useState(0)
  const left = most - photos.length - underWay

  const add = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])].slice(0, left)
    // The same file can be chosen again after it was removed.
    currentTarget.value = ''
    setUnderWay(files.length)
    // Uploads one after the other, to keep the order of choice.
    for (const file of files) {
      const request = async () => {
        const sent = await scaled(file)
        const photo = await asCustomer((token) => send('POST /v1/file', { body: { file: sent }, token }))
        onChange((before) => [...before, photo])
      }
      await act(request, { failure: t('notAdded', { name: file.name }), explain, isLocal: true })
      setUnderWay((before) => before - 1)
    }
  }
  return (
    <Input.Wrapper labelElement="div" label={t('label')} description={t('limits', { count: most })} id={id}>
      <ul className={classes.list} aria-label={t('label')}>
        {photos.map((photo, at) => (
          <li key={photo.id}>
            {/* biome-ignore lint/performance/noImgElement: an address that is valid for an hour */}
            <img src={photo.url} alt={t('photo', { number: at + 1 })} />
            <CloseButton
              className={classes.remove}
              size="sm"
              variant="filled"
              aria-label={t('remove', { number: at + 1 })}
              onClick={() => onChange((before) => before.filter((one) => one.id !== photo.id))}
            />
          </li>
        ))}
        {underWay > 0 && (
          <li className={classes.waiting}>
            <Loader size="sm" aria-label={t('uploading')} />
          </li>
        )}
        {left > 0 && (
          <li>
            <UnstyledButton className={classes.add} disabled={underWay > 0} onClick={() => picker.current?.click()}>
              <IconCameraPlus size={24} stroke={1.6} aria-hidden="true" />
              {t('add')}
            </UnstyledButton>
          </li>
        )}
      </ul>
      <input
        ref={picker}
        type="file"
        accept={photoTypes}
        multiple
        hidden
        aria-label={t('add')}
        onChange={(event) => void track(add(event))}
      />
    </Input.Wrapper>
  )
}
