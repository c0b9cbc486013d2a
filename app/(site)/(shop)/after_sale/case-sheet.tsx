'use client'

import { Button, NativeSelect, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Failure } from '@/components/failure'
import { useAction } from '@/components/shell/use-action'
import { useCustomer } from '@/components/shop/customer/provider'
import { type Photo, Photos } from '@/components/shop/photos/photos'
import { Sheet } from '@/components/shop/sheet'
import { useDict } from '@/components/shop/use-dict'
import { send } from '@/lib/api/client'
import type { Case } from './case-card'

interface CaseSheetProps {
  id: number
  /** `return`: how the goods were sent back; `dispute`: why the rejection is wrong. */
  kind: 'return' | 'dispute'
  onDone: (changed: Case) => void
  onClose: () => void
}

/** What the customer writes about a case. */
export default function CaseSheet({ id, kind, onDone, onClose }: CaseSheetProps) {
  const t = useTranslations('purchase.case')
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [isBusy, setBusy] = useState(false)
  const [photos, setPhotos] = useState<Photo[]>([])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    setBusy(true)
    await act(
      async () => {
        const body = { carrier: text('carrier'), tracking_no: text('tracking_no') }
        const changed = await asCustomer((token) =>
          kind === 'return'
            ? send('POST /v1/after_sale/{id}/return', { params: { id }, body, token })
            : send('POST /v1/after_sale/{id}/dispute', {
                params: { id },
                body: { description: text('description'), image_ids: photos.map(({ id }) => id) },
                token,
              }),
        )
        onDone(changed)
      },
      { failure: t('notSent'), isLocal: true },
    )
    setBusy(false)
  }
  return (
    <Sheet title={t(kind)} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          {kind === 'return' ? (
            <>
              <CarrierSelect />
              <TextInput name="tracking_no" label={t('trackingNo')} maxLength={64} autoComplete="off" required />
            </>
          ) : (
            <>
              <Textarea
                name="description"
                label={t('why')}
                maxLength={500}
                autosize
                minRows={4}
                required
                data-autofocus
              />
              <Photos photos={photos} onChange={setPhotos} />
            </>
          )}
          <Button type="submit" size="md" loading={isBusy}>
            {t('send')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

function CarrierSelect() {
  const t = useTranslations('purchase.case')
  const { entries, isFailed, reload } = useDict()
  if (isFailed) return <Failure onRetry={reload} />
  if (!entries) return <Skeleton h={60} />
  return <NativeSelect name="carrier" label={t('carrier')} data={entries.filter(({ type }) => type === 'carrier')} />
}
