'use client'

import { Button, NativeSelect, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { type Photo, Photos } from '@/components/shop/photos/photos'
import { Sheet } from '@/components/shop/sheet'
import { useDict } from '@/components/shop/use-dict'
import { Failure } from '@/components/ui/failure'
import { FormUploads, useFormUploads } from '@/components/ui/form-uploads'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import type { Case } from './case-card'

interface CaseSheetProps {
  id: number
  /** `correct`: changes the parcel; `dispute`: objects to a rejection. */
  kind: 'return' | 'correct' | 'dispute'
  parcel?: { carrier: string; tracking_no: string } | undefined
  onDone: (changed: Case) => void
  onClose: () => void
}

export default function CaseSheet({ id, kind, parcel, onDone, onClose }: CaseSheetProps) {
  const t = useTranslations('purchase.case')
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [isBusy, setBusy] = useState(false)
  const [photos, setPhotos] = useState<Photo[]>([])
  const uploads = useFormUploads()
  const tPhotos = useTranslations('purchase.photos')
  const tInvalid = useTranslations('refusal.invalid')
  const [missing, setMissing] = useState<readonly string[]>([])
  const errorOf = (name: string) => (missing.includes(name) ? tInvalid('required') : undefined)
  const texts = {
    return: { title: t('return'), done: t('returnSent') },
    correct: { title: t('correctTitle'), done: t('correctSent') },
    dispute: { title: t('dispute'), done: t('disputeSent') },
  }[kind]
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (uploads.isUploading) return
    const element = event.currentTarget
    const form = new FormData(element)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    // The shop's own messages instead of the browser's bubble.
    const empty = (kind === 'dispute' ? ['description'] : ['carrier', 'tracking_no']).filter((name) => !text(name))
    setMissing(empty)
    if (empty.length > 0) {
      element.querySelector<HTMLElement>(`[name=${empty[0]}]`)?.focus()
      return
    }
    setBusy(true)
    await act(
      async () => {
        const body = { carrier: text('carrier'), tracking_no: text('tracking_no') }
        const changed = await asCustomer((token) =>
          kind === 'dispute'
            ? send('POST /v1/after_sale/{id}/dispute', {
                params: { id },
                body: { description: text('description'), image_ids: photos.map(({ id }) => id) },
                token,
              })
            : send('POST /v1/after_sale/{id}/return', { params: { id }, body, token }),
        )
        onDone(changed)
      },
      {
        success: texts.done,
        failure: t('notSent'),
        keepsInput: true,
        isLocal: true,
      },
    )
    setBusy(false)
  }
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <form noValidate onSubmit={submit} onInput={() => setMissing([])}>
        <Stack>
          {kind !== 'dispute' ? (
            <>
              <CarrierSelect error={errorOf('carrier')} initial={parcel?.carrier} />
              <TextInput
                name="tracking_no"
                label={t('trackingNo')}
                defaultValue={parcel?.tracking_no}
                error={errorOf('tracking_no')}
                maxLength={64}
                autoComplete="off"
                required
              />
            </>
          ) : (
            <>
              <Textarea
                name="description"
                label={t('why')}
                error={errorOf('description')}
                maxLength={500}
                autosize
                minRows={4}
                required
                data-autofocus
              />
              <FormUploads value={uploads.track}>
                <Photos photos={photos} onChange={setPhotos} />
              </FormUploads>
            </>
          )}
          <Button type="submit" size="md" loading={isBusy} disabled={uploads.isUploading}>
            {uploads.isUploading ? tPhotos('wait') : t('send')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

/** Nothing is preselected for a new parcel: customers would overlook a wrong carrier. */
function CarrierSelect({ error, initial }: { error: string | undefined; initial: string | undefined }) {
  const t = useTranslations('purchase.case')
  const { entries, isFailed, reload } = useDict()
  if (isFailed) return <Failure onRetry={reload} />
  if (!entries) return <Skeleton h={60} />
  return (
    <NativeSelect
      name="carrier"
      label={t('carrier')}
      error={error}
      defaultValue={initial}
      required
      data={[{ value: '', label: t('chooseCarrier') }, ...entries.filter(({ type }) => type === 'carrier')]}
    />
  )
}
